package io.cambric.lift;

import static io.cambric.module.ApplyOptions.captureIntermediates;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ApplyOptions.rng;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.MixedTransformationException;
import io.cambric.errors.TransformedReturnException;
import io.cambric.module.Lift;
import io.cambric.module.ModuleScope;
import io.cambric.module.Partial;
import io.cambric.nn.Dense;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variable;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.LiftedGrads;
import io.cambric.transform.Fn2;
import io.cambric.transform.Jvp;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The statements of sections 3.2 and 3.5 to 3.9 of the Flax map, and steps beyond. */
class ModuleLiftsTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);

  private static Variables init(Host host) {
    return host.init(KEY, X);
  }

  // -- module layer

  @Test
  void LS11_methods_are_transformed_by_name() {
    var lanes =
        TwoMethods.of(4)
            .vmap(v -> v.variableAxis("params", 0).splitRngs("params"), "call", "doubled");
    var xs = Numpy.ones(2, 3);
    var variables = lanes.init(KEY, xs);
    assertThat(variables.params().get("inner", "kernel").shape()).isEqualTo(Shape.of(2, 3, 4));
    assertThat(lanes.apply(variables, m -> m.doubled(xs)).toFloats())
        .isEqualTo(lanes.apply(variables, xs).mul(2).toFloats());
  }

  @Test
  void LS12_automatic_names_go_on_after_a_lifted_function() {
    var host =
        Host.of((self, x) -> {
          var y = Lift.jit((Host m, Array a) -> Dense.of(3).call(a)).apply(self, x);
          return Dense.of(3).call(y);
        });
    assertThat(init(host).params().entries().keySet()).containsExactly("Dense_0", "Dense_1");
  }

  @Test
  void LS13_a_module_passed_as_argument_and_as_component_is_lifted_once() {
    var host =
        Host.of((self, x) -> {
          var dense = Dense.of(2);
          return Lift.vmap(
                  v -> v.variableAxis("params", 0).splitRngs("params"),
                  (Holder m, Dense d, Array a) -> m.call(a).add(d.call(a)))
              .apply(Holder.of(dense), dense, x.reshape(3, 1));
        });
    var params = init(host).params();
    assertThat(params.entries().keySet()).containsExactly("Dense_0");
    assertThat(params.get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(3, 1, 2));
  }

  @Test
  void LS13_a_variable_may_be_an_argument() {
    var host =
        Host.of((self, x) -> {
          Variable<Array> sum = ModuleScope.variable("state", "sum", () -> Numpy.zeros(3));
          return Lift.jit(
                  (Host m, Variable<Array> s, Array a) -> {
                    s.set(s.get().add(a));
                    return a;
                  })
              .apply(self, sum, x);
        });
    assertThat(init(host).collection("state").get("sum").toFloats()).containsExactly(1, 2, 3);
  }

  @Test
  void LS14_a_module_that_was_not_passed_cannot_be_used() {
    var host =
        Host.of((self, x) -> {
          var dense = Dense.of(2);
          return Lift.jit((Host m, Array a) -> dense.call(a)).apply(self, x);
        });
    assertThatExceptionOfType(MixedTransformationException.class)
        .isThrownBy(() -> init(host))
        .withMessageMatching(
            "Dense \"Dense_0\" was used at .* in a lifted function that it was not passed to, so"
                + " its variables are not there\\. Pass it to the lifted function as an argument,"
                + " and use the parameter\\.");
  }

  @Test
  void LS14_a_partial_closure_is_a_pytree_whose_modules_are_lifted() {
    var host =
        Host.of((self, x) -> {
          var next = new Partial<>((Dense d, Array a) -> d.call(a).add(1), Dense.of(3));
          return Lift.jit((Host m, Partial<Dense, Array, Array> f, Array a) -> f.apply(a))
              .apply(self, next, x);
        });
    assertThat(init(host).params().contains("Dense_0", "kernel")).isTrue();
  }

  @Test
  void LS15_a_lifted_function_may_not_return_a_module() {
    var host = Host.of((self, x) -> Lift.jit((Host m, Array a) -> Dense.of(2)).apply(self, x));
    assertThatExceptionOfType(TransformedReturnException.class)
        .isThrownBy(() -> init(host))
        .withMessageContaining(
            "returned a Dense, but modules and variables of a lifted function end with it.");
  }

  @Test
  void intermediates_are_captured_inside_when_their_collection_is_lifted() {
    var stack =
        Line.of(3)
            .scan(s ->
                s.variableAxis("params", 0)
                    .variableAxis("intermediates", 0)
                    .splitRngs("params")
                    .length(2));
    var variables = stack.init(KEY, X);
    var applied = stack.apply(variables, captureIntermediates(), m -> m.call(X));
    var seen =
        (List<?>)
            applied
                .variables()
                .collection("intermediates")
                .find("Dense_0", "__call__")
                .orElseThrow();
    assertThat(((Array) seen.getFirst()).shape()).isEqualTo(Shape.of(2, 3));
  }

  @Test
  void beyond_Flax_pmap_is_lifted_like_vmap() {
    var xs = Numpy.ones(2, 3);
    var mapped = Line.of(4).vmap(v -> v.variableAxis("params", 0).splitRngs("params")).named("m");
    var parallel = Line.of(4).pmap(v -> v.variableAxis("params", 0).splitRngs("params")).named("m");
    var variables = mapped.init(KEY, xs);
    assertThat(parallel.init(KEY, xs).params().get("Dense_0", "kernel").toFloats())
        .isEqualTo(variables.params().get("Dense_0", "kernel").toFloats());
    assertThat(parallel.apply(variables, xs).toFloats())
        .isEqualTo(mapped.apply(variables, xs).toFloats());
  }

  // -- jit and fold_rngs

  @Test
  void LS44_fold_rngs_gives_the_numbers_of_jit() {
    var jitted = Line.of(2).jit().init(KEY, X).params().get("Dense_0", "kernel");
    var folded = Line.of(2).foldRngs().init(KEY, X).params().get("Dense_0", "kernel");
    var plain = Line.of(2).init(KEY, X).params().get("Dense_0", "kernel");
    assertThat(folded.toFloats()).isEqualTo(jitted.toFloats());
    assertThat(plain.toFloats()).isNotEqualTo(jitted.toFloats());
  }

  @Test
  void LS45_and_LS47_equal_modules_share_a_program_and_another_mutability_does_not() {
    var traces = new ArrayList<String>();
    var body =
        (LiftSamples.Body)
            (self, x) -> {
              traces.add("trace");
              return x.mul(2);
            };
    var host = Host.of(body).jit();
    host.apply(Variables.empty(), X);
    host.apply(Variables.empty(), X);
    Host.of(body).jit().apply(Variables.empty(), X);
    assertThat(traces).hasSize(1);
    host.apply(Variables.empty(), mutable("state"), m -> m.call(X));
    assertThat(traces).hasSize(2);
  }

  @Test
  void LS46_a_kept_program_counts_the_keys_that_its_trace_drew() {
    var host =
        Host.of((self, x) -> {
          var noisy = Noisy.of().named("noisy").jit();
          return List.of(noisy.call(x), ModuleScope.makeRng("noise").data());
        });
    var first = host.apply(Variables.empty(), rng("noise", KEY), m -> m.call(X)).output();
    var again = host.apply(Variables.empty(), rng("noise", KEY), m -> m.call(X)).output();
    assertThat(((Array) ((List<?>) again).get(0)).toFloats())
        .isEqualTo(((Array) ((List<?>) first).get(0)).toFloats());
    assertThat(((Array) ((List<?>) again).get(1)).toInts())
        .isEqualTo(((Array) ((List<?>) first).get(1)).toInts());
  }

  @Test
  void LS41_remat_changes_no_numbers() {
    var plain = Line.of(2).named("m");
    var variables = plain.init(KEY, X);
    var kept = plain.remat();
    assertThat(kept.apply(variables, X).toFloats()).isEqualTo(plain.apply(variables, X).toFloats());
    assertThat(kept.init(KEY, X).params().get("Dense_0", "kernel").toFloats())
        .isEqualTo(variables.params().get("Dense_0", "kernel").toFloats());
    assertThat(
            Transforms.grad((Array x) -> kept.apply(variables, x).square().sum())
                .apply(X)
                .toFloats())
        .isEqualTo(
            Transforms.grad((Array x) -> plain.apply(variables, x).square().sum())
                .apply(X)
                .toFloats());
  }

  @Test
  void LS43_remat_scan_gives_parameters_an_axis_for_each_level() {
    var stack = Line.of(3).rematScan(2, 4);
    var variables = stack.init(KEY, X);
    assertThat(variables.params().get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(2, 4, 3, 3));
    assertThat(stack.apply(variables, X).shape()).isEqualTo(Shape.of(3));
  }

  // -- derivatives

  @Test
  void LS48_vjp_differentiates_parameters_and_argument_and_keeps_what_is_written() {
    var host =
        Host.of((self, x) -> {
          var vjp =
              Lift.vjp(
                  (Scale m, Array a) -> {
                    ModuleScope.sow("intermediates", "seen", a);
                    return m.call(a);
                  },
                  Scale.of().named("scale"),
                  x);
          var grads = vjp.pullback().apply(Numpy.ones(3));
          return List.of(grads.variables().params().get("p"), grads.argument());
        });
    var applied =
        host.apply(
            Variables.of(
                Params.of("scale", Params.of("p", NdArray.scalar(io.cambric.array.DType.F32, 2)))),
            mutable("intermediates"),
            m -> m.call(X));
    var grads = (List<?>) applied.output();
    assertThat(((Array) grads.get(0)).item()).isEqualTo(6);
    assertThat(((Array) grads.get(1)).toFloats()).containsExactly(2, 2, 2);
    assertThat(applied.variables().collection("intermediates").contains("scale", "seen")).isTrue();
  }

  @Test
  void beyond_Flax_a_forward_rule_may_be_lifted() {
    var host =
        Host.of((self, x) -> {
          var custom =
              Lift.customJvp(
                  (Scale m, Array a) -> m.call(a),
                  (LiftedGrads<Array> at, LiftedGrads<Array> tangent) ->
                      new Jvp<>(
                          at.argument().mul(at.variables().params().get("p")),
                          tangent.argument().mul(10)));
          return custom.apply(Scale.of().named("scale"), x);
        });
    var variables = init(host);
    var grad = Transforms.grad((Array a) -> ((Array) host.apply(variables, a)).sum()).apply(X);
    assertThat(grad.toFloats()).containsExactly(10, 10, 10);
  }

  // -- control flow

  private static Object branches(boolean first, Variables variables) {
    Fn2<Host, Array, Array> one = (m, a) -> Dense.of(3).named("one").call(a);
    Fn2<Host, Array, Array> two = (m, a) -> Dense.of(3).named("two").call(a);
    var host =
        Host.of((self, x) ->
            Lift.cond(
                NdArray.scalar(io.cambric.array.DType.BOOL, first ? 1 : 0), one, two, self, x));
    return variables.isEmpty() ? host.init(KEY, X) : host.apply(variables, X);
  }

  @Test
  void LS53_beyond_Flax_branches_may_make_different_variables() {
    var variables = (Variables) branches(true, Variables.empty());
    assertThat(variables.params().entries().keySet()).containsExactlyInAnyOrder("one", "two");
    assertThat(((Array) branches(true, variables)).toFloats())
        .isNotEqualTo(((Array) branches(false, variables)).toFloats());
  }

  @Test
  void LS54_switch_clamps_its_index() {
    List<Fn2<Host, Array, Array>> all = List.of((m, a) -> a, (m, a) -> a.mul(2));
    var host =
        Host.of((self, x) ->
            Lift.switchCase(NdArray.scalar(io.cambric.array.DType.I32, 9), all, self, x));
    assertThat(((Array) host.apply(Variables.empty(), X)).toFloats()).containsExactly(2, 4, 6);
  }

  @Test
  void LS52_beyond_Flax_carried_variables_may_be_made_in_the_body() {
    var host =
        Host.of((self, x) ->
            Lift.whileLoop(
                w -> w.variableCarry("state"),
                (Total m, Array a) -> a.sum().lt(100),
                (m, a) -> a.add(m.call(a)),
                Total.of().named("total"),
                x));
    var applied = host.apply(Variables.empty(), mutable("state"), m -> (Array) m.call(X));
    assertThat(applied.output().sum().item()).isGreaterThanOrEqualTo(100);
    assertThat(applied.variables().collection("state").contains("total", "total")).isTrue();
  }

  // -- map_variables

  @Test
  void LS55_mapped_variables_are_seen_changed() {
    var variables = Scale.of().init(KEY, X);
    var doubled =
        Scale.of()
            .mapVariables(
                m -> m.collections("params").in(v -> v.withParams(v.params().map(p -> p.mul(2)))));
    assertThat(doubled.apply(variables, X).toFloats()).containsExactly(1, 2, 3);
  }

  // -- closures and escapes

  @Test
  void LS60_a_plain_transformation_of_a_module_that_makes_variables_is_an_error() {
    var host =
        Host.of((self, x) -> {
          var dense = Dense.of(2);
          return Transforms.vmap((Array row) -> dense.call(row)).apply(x.reshape(3, 1));
        });
    assertThatExceptionOfType(MixedTransformationException.class)
        .isThrownBy(() -> init(host))
        .withMessageContaining("because the code runs in a transformation (vmap)");
  }
}
