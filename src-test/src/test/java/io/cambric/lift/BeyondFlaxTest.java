package io.cambric.lift;

import static io.cambric.lift.LiftSamples.scalar;
import static io.cambric.module.ApplyOptions.captureIntermediates;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.VariableNotFoundException;
import io.cambric.lax.Lax;
import io.cambric.module.Applied;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.LiftedGrads;
import io.cambric.transform.Carry;
import io.cambric.transform.Fn2;
import io.cambric.transform.Jvp;
import io.cambric.transform.Transforms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What lifted transformations do that those of Flax 0.12.8 refuse or lack. */
class BeyondFlaxTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);
  private static final Array ZERO = scalar(0);

  // -- variables made in loops

  private static final Host SCANNED =
      Host.of((self, x) ->
          Lift.scan(
                  s -> s.variableCarry("state"),
                  (Total m, Array c, Array row) -> new Carry<>(c.add(row), m.call(row)))
              .apply(Total.of().named("total"), ZERO, x));

  @Test
  void LS38_carried_variables_may_be_made_in_the_body_of_a_scan() {
    var applied = SCANNED.apply(Variables.empty(), mutable("state"), m -> m.call(X));
    var result = (Carry<?, ?>) applied.output();
    assertThat(((Array) result.carry()).item()).isEqualTo(6);
    assertThat(((Array) result.output()).toFloats()).containsExactly(1, 3, 6);
    assertThat(state(applied).get("total", "total").item()).isEqualTo(6);
  }

  @Test
  void a_scan_whose_body_finds_its_variables_goes_on_from_them() {
    var once = SCANNED.apply(Variables.empty(), mutable("state"), m -> m.call(X)).variables();
    var again = SCANNED.apply(once, mutable("state"), m -> m.call(X));
    assertThat(state(again).get("total", "total").item()).isEqualTo(12);
  }

  @Test
  void LS38_a_first_value_that_depends_on_the_loop_cannot_be_made_before_it() {
    var host =
        Host.of((self, x) ->
            Lift.scan(
                    s -> s.variableCarry("state"),
                    (Host m, Array c, Array row) -> {
                      variable("state", "first", () -> row);
                      return c;
                    })
                .apply(self, ZERO, x));
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> host.init(KEY, X))
        .withMessage(
            "Variable \"first\" of collection \"state\" is carried by a lifted scan, and its"
                + " initial value depends on the values in the loop, so it cannot be made before."
                + " Initialize it from shapes, or make it before the loop.");
  }

  @Test
  void values_may_be_summed_by_sow_in_a_loop() {
    var host =
        Host.of((self, x) ->
            Lift.scan(
                    s -> s.variableCarry("losses"),
                    (Host m, Array c, Array row) -> {
                      sow("losses", "sum", row, () -> ZERO, Array::add);
                      return c;
                    })
                .apply(self, ZERO, x));
    var applied = host.apply(Variables.empty(), mutable("losses"), m -> m.call(X));
    assertThat(applied.variables().collection("losses").get("sum").item()).isEqualTo(6);
  }

  @Test
  void LS52_carried_variables_may_be_made_in_the_body_of_a_while_loop() {
    var host =
        Host.of((self, x) ->
            Lift.whileLoop(
                w -> w.variableCarry("state"),
                (Total m, Array a) -> a.lt(20),
                (m, a) -> a.add(m.call(a)),
                Total.of().named("total"),
                x.get(0)));
    var applied = host.apply(Variables.empty(), mutable("state"), m -> m.call(X));
    // 1 + 1 = 2, then 2 + (1 + 2) = 5, 5 + (3 + 5) = 13, 13 + (8 + 13) = 34.
    assertThat(((Array) applied.output()).item()).isEqualTo(34);
    assertThat(state(applied).get("total", "total").item()).isEqualTo(21);
  }

  // -- variables of single branches

  private static Host cond(
      boolean first, Fn2<Host, Array, Array> one, Fn2<Host, Array, Array> two) {
    return Host.of(
        (self, x) -> Lift.cond(NdArray.scalar(DType.BOOL, first ? 1 : 0), one, two, self, x));
  }

  private static Host layers(boolean first) {
    return cond(
        first,
        (m, a) -> Dense.of(3).named("one").call(a),
        (m, a) -> Dense.of(3).named("two").call(a));
  }

  @Test
  void LS53_branches_may_make_different_parameters() {
    var variables = layers(true).init(KEY, X);
    assertThat(variables.params().paths())
        .containsExactly("one/bias", "one/kernel", "two/bias", "two/kernel");
    for (var name : List.of("one", "two")) {
      var alone = Dense.of(3).apply(Variables.of(variables.params().at(name)), X);
      var host = layers(name.equals("one"));
      assertThat(((Array) host.apply(variables, X)).toFloats()).isEqualTo(alone.toFloats());
    }
  }

  @Test
  void parameters_of_branches_do_not_depend_on_which_is_taken() {
    var first = layers(true).init(KEY, X).params();
    var second = layers(false).init(KEY, X).params();
    for (var name : List.of("one", "two")) {
      assertThat(first.get(name, "kernel").toFloats())
          .isEqualTo(second.get(name, "kernel").toFloats());
      assertThat(first.get(name, "kernel").abs().sum().item()).isPositive();
    }
  }

  @Test
  void LS54_switch_may_make_other_parameters_in_each_branch() {
    List<Fn2<Host, Array, Array>> branches =
        List.of(
            (m, a) -> Dense.of(2).named("wide").call(Dense.of(5).named("hidden").call(a)),
            (m, a) -> Dense.of(2).named("narrow").call(a),
            (m, a) -> Numpy.zeros(2));
    var host =
        Host.of((self, x) -> Lift.switchCase(NdArray.scalar(DType.I32, 1), branches, self, x));
    var variables = host.init(KEY, X);
    assertThat(variables.params().entries().keySet()).containsExactly("hidden", "narrow", "wide");
    assertThat(((Array) host.apply(variables, X)).toFloats())
        .isEqualTo(Dense.of(2).apply(Variables.of(variables.params().at("narrow")), X).toFloats());
  }

  @Test
  void a_variable_of_one_branch_has_its_first_value_after_the_other() {
    Fn2<Host, Array, Array> counting =
        (m, a) -> {
          var count = variable("state", "count", () -> scalar(5));
          count.set(count.get().add(a.sum()));
          return a;
        };
    for (boolean taken : List.of(true, false)) {
      var applied =
          cond(taken, counting, (m, a) -> a)
              .apply(Variables.empty(), mutable("state"), m -> m.call(X));
      assertThat(state(applied).get("count").item()).isEqualTo(taken ? 11 : 5);
    }
  }

  @Test
  void a_variable_whose_first_value_depends_on_the_operands_is_zero_after_the_other_branch() {
    Fn2<Host, Array, Array> keeping = (m, a) -> variable("state", "seen", () -> a.mul(2)).get();
    for (boolean taken : List.of(true, false)) {
      var applied =
          cond(taken, keeping, (m, a) -> a)
              .apply(Variables.empty(), mutable("state"), m -> m.call(X));
      var seen = state(applied).get("seen").toFloats();
      assertThat(seen).containsExactly(taken ? new float[] {2, 4, 6} : new float[3]);
    }
  }

  @Test
  void what_one_branch_sows_is_zero_after_the_other() {
    Fn2<Host, Array, Array> sowing =
        (m, a) -> {
          sow("intermediates", "h", a);
          sow("intermediates", "h", Numpy.ones(2));
          return a;
        };
    for (boolean taken : List.of(true, false)) {
      var applied =
          cond(taken, sowing, (m, a) -> a)
              .apply(Variables.empty(), mutable("intermediates"), m -> m.call(X));
      var sown = (List<?>) applied.variables().collection("intermediates").find("h").orElseThrow();
      assertThat(sown).hasSize(2);
      assertThat(((Array) sown.get(0)).toFloats())
          .containsExactly(taken ? new float[] {1, 2, 3} : new float[3]);
      assertThat(((Array) sown.get(1)).toFloats())
          .containsExactly(taken ? new float[] {1, 1} : new float[2]);
    }
  }

  @Test
  void what_branches_sow_is_appended_to_what_was_sown_before() {
    var host =
        Host.of((self, x) -> {
          sow("intermediates", "h", x);
          return Lift.cond(
              NdArray.scalar(DType.BOOL, 0),
              (Host m, Array a) -> {
                sow("intermediates", "h", a);
                return a;
              },
              (m, a) -> {
                sow("intermediates", "h", a.mul(2));
                sow("intermediates", "h", a.mul(3));
                return a;
              },
              self,
              x);
        });
    var applied = host.apply(Variables.empty(), mutable("intermediates"), m -> m.call(X));
    var sown = (List<?>) applied.variables().collection("intermediates").find("h").orElseThrow();
    assertThat(sown.stream().map(each -> ((Array) each).get(0).item()))
        .containsExactly(1.0, 2.0, 3.0);
  }

  @Test
  void what_a_branch_sows_with_a_first_value_is_that_value_after_the_other() {
    Fn2<Host, Array, Array> sowing =
        (m, a) -> {
          sow("losses", "most", a.max(), () -> scalar(-1), Numpy::maximum);
          return a;
        };
    for (boolean taken : List.of(true, false)) {
      var applied =
          cond(taken, sowing, (m, a) -> a)
              .apply(Variables.empty(), mutable("losses"), m -> m.call(X));
      assertThat(applied.variables().collection("losses").get("most").item())
          .isEqualTo(taken ? 3 : -1);
    }
  }

  @Test
  void intermediates_of_branches_are_captured() {
    var variables = layers(true).init(KEY, X);
    var applied = layers(false).apply(variables, captureIntermediates(), m -> m.call(X));
    var seen = applied.variables().collection("intermediates");
    assertThat(((Array) sown(seen, "one")).toFloats()).containsExactly(0, 0, 0);
    assertThat(((Array) sown(seen, "two")).toFloats())
        .isEqualTo(((Array) applied.output()).toFloats());
  }

  private static Object sown(Params intermediates, String layer) {
    return ((List<?>) intermediates.find(layer, "__call__").orElseThrow()).getFirst();
  }

  @Test
  void branches_of_a_choice_in_each_lane_may_make_different_variables() {
    var choice =
        Lift.vmap(
            v -> v.variableAxis("state", 0),
            (Host m, Array a) ->
                Lift.cond(
                    a.gt(1.5),
                    (Host n, Array b) -> variable("state", "big", () -> b).get(),
                    (n, b) -> variable("state", "small", () -> b.neg()).get(),
                    m,
                    a));
    var host = Host.of((self, x) -> choice.apply(self, x));
    var applied = host.apply(Variables.empty(), mutable("state"), m -> (Array) m.call(X));
    assertThat(applied.output().toFloats()).containsExactly(-1, 2, 3);
    assertThat(state(applied).get("big").toFloats()).containsExactly(0, 2, 3);
    assertThat(state(applied).get("small").toFloats()).containsExactly(-1, 0, 0);
  }

  @Test
  void branches_draw_the_keys_that_they_draw_when_they_make_the_same_variables() {
    Fn2<Host, Array, List<Array>> plain = (m, a) -> List.of(makeRng("noise").data(), a);
    Fn2<Host, Array, List<Array>> making =
        (m, a) -> {
          variable("state", "v", () -> a);
          return plain.apply(m, a);
        };
    var keys =
        List.of(plain, making).stream()
            .map(second -> {
              var host =
                  Host.of((self, x) ->
                      Lift.cond(NdArray.scalar(DType.BOOL, 0), plain, second, self, x));
              var options = mutable("state").rng("noise", KEY);
              return (List<?>) host.apply(Variables.empty(), options, m -> m.call(X)).output();
            })
            .map(each -> ((Array) each.getFirst()).toInts())
            .toList();
    assertThat(keys.get(1)).isEqualTo(keys.get(0));
  }

  // -- pmap and customJvp

  @Test
  void pmap_is_lifted_like_vmap() {
    var xs = Numpy.ones(2, 3);
    var mapped = Line.of(4).vmap(v -> v.variableAxis("params", 0).splitRngs("params")).named("m");
    var parallel = Line.of(4).pmap(v -> v.variableAxis("params", 0).splitRngs("params")).named("m");
    var variables = mapped.init(KEY, xs);
    assertThat(parallel.init(KEY, xs).params().get("Dense_0", "kernel").toFloats())
        .isEqualTo(variables.params().get("Dense_0", "kernel").toFloats());
    assertThat(parallel.apply(variables, xs).toFloats())
        .isEqualTo(mapped.apply(variables, xs).toFloats());
  }

  @Test
  void lanes_of_a_lifted_pmap_meet_in_collectives_and_keep_what_they_write() {
    var host =
        Host.of((self, x) ->
            Lift.pmap(
                    p -> p.variableAxis("state", 0).splitRngs("noise").axisName("workers"),
                    (Host m, Array a) -> {
                      var sum = Lax.psum(a, "workers");
                      variable("state", "sum", () -> sum);
                      return List.of(sum, makeRng("noise").data());
                    })
                .apply(self, x));
    var applied =
        host.apply(Variables.empty(), mutable("state").rng("noise", KEY), m -> (List<?>) m.call(X));
    assertThat(((Array) applied.output().get(0)).toFloats()).containsExactly(6, 6, 6);
    assertThat(state(applied).get("sum").toFloats()).containsExactly(6, 6, 6);
    var keys = (Array) applied.output().get(1);
    assertThat(keys.get(0).toInts()).isNotEqualTo(keys.get(1).toInts());
  }

  private static Host withRule() {
    return Host.of((self, x) -> {
      var custom =
          Lift.customJvp(
              (Scale m, Array a) -> m.call(a),
              (LiftedGrads<Array> at, LiftedGrads<Array> tangent) ->
                  new Jvp<>(
                      at.argument().mul(at.variables().params().get("p")),
                      tangent
                          .argument()
                          .mul(10)
                          .add(tangent.variables().params().get("p").mul(100))));
      return custom.apply(Scale.of().named("scale"), x);
    });
  }

  @Test
  void a_forward_rule_is_used_forward_and_backward() {
    var host = withRule();
    var variables = host.init(KEY, X);
    var forward = Transforms.jvp((Array a) -> (Array) host.apply(variables, a), X, Numpy.ones(3));
    assertThat(forward.output().toFloats()).containsExactly(0.5f, 1, 1.5f);
    assertThat(forward.tangent().toFloats()).containsExactly(10, 10, 10);
    var grad = Transforms.grad((Array a) -> ((Array) host.apply(variables, a)).sum()).apply(X);
    assertThat(grad.toFloats()).containsExactly(10, 10, 10);
  }

  @Test
  void a_forward_rule_has_the_tangents_of_parameters() {
    var host = withRule();
    var params = host.init(KEY, X).params();
    var grads =
        Transforms.grad((Params p) -> ((Array) host.apply(Variables.of(p), X)).sum()).apply(params);
    assertThat(grads.get("scale", "p").item()).isEqualTo(300);
  }

  // -- parts of unbound modules

  @Test
  void the_parts_of_an_unbound_module_can_be_used_alone() {
    var model = TwoMethods.of(2);
    var variables = model.init(KEY, X);
    var inner = model.parts().inner();
    assertThat(inner.isBound()).isFalse();
    assertThat(inner.apply(Variables.of(variables.params().at("inner")), X).toFloats())
        .isEqualTo(model.apply(variables, X).toFloats());
  }

  private static Params state(Applied<?> applied) {
    return applied.variables().collection("state");
  }
}
