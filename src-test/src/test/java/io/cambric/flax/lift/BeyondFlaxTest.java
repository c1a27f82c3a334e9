package io.cambric.flax.lift;

import static io.cambric.flax.lift.LiftDefinitions.scalar;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.errors.VariableNotFoundException;
import io.cambric.lax.Lax;
import io.cambric.module.Applied;
import io.cambric.module.Lift;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.LiftedGrads;
import io.cambric.scope.lift.WhileLift;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.Jvp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lifted transformations beyond Flax 0.12.8, whose own refuse or lack these uses. */
class BeyondFlaxTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);
  private static final Array ZERO = scalar(0);

  // -- variables made in loops

  private static final Host SCANNED =
      Host.of((self, x) ->
          Lift.scan((Total m, Array c, Array row) -> new Carry<>(c.add(row), m.call(row)))
              .variableCarry("state")
              .apply(Total.of().named("total"), ZERO, x));

  @Test
  void carried_variables_may_be_made_in_the_body_of_a_scan() {
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
  void a_first_value_that_depends_on_the_loop_cannot_be_made_before_it() {
    var host =
        Host.of((self, x) ->
            Lift.scan(
                    (Host m, Array c, Array row) -> {
                      variable("state", "first", () -> row);
                      return c;
                    })
                .variableCarry("state")
                .apply(self, ZERO, x));
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> host.init(KEY, X))
        .withMessage(
            "Variable \"first\" of collection \"state\" is carried by a lifted scan, but "
                + "its initial value depends on values in the loop. Initialize it from shapes, "
                + "or create it before the loop.");
  }

  @Test
  void values_may_be_summed_by_sow_in_a_loop() {
    var host =
        Host.of((self, x) ->
            Lift.scan(
                    (Host m, Array c, Array row) -> {
                      sow("losses", "sum", row, () -> ZERO, Array::add);
                      return c;
                    })
                .variableCarry("losses")
                .apply(self, ZERO, x));
    var applied = host.apply(Variables.empty(), mutable("losses"), m -> m.call(X));
    assertThat(applied.variables().collection("losses").get("sum").item()).isEqualTo(6);
  }

  @Test
  void carried_variables_may_be_made_in_the_body_of_a_while_loop() {
    var host =
        Host.of((self, x) ->
            Lift.whileLoop(
                WhileLift.NONE.withVariableCarry("state"),
                (Total m, Array a) -> a.lt(20),
                (m, a) -> a.add(m.call(a)),
                Total.of().named("total"),
                x.get(0)));
    var applied = host.apply(Variables.empty(), mutable("state"), m -> m.call(X));
    // 1 + 1 = 2, then 2 + (1 + 2) = 5, 5 + (3 + 5) = 13, 13 + (8 + 13) = 34.
    assertThat(((Array) applied.output()).item()).isEqualTo(34);
    assertThat(state(applied).get("total", "total").item()).isEqualTo(21);
  }

  @Test
  void a_list_that_grows_from_iteration_to_iteration_cannot_be_carried() {
    var scanned =
        Host.of((self, x) ->
            Lift.scan(
                    (Host m, Array c, Array row) -> {
                      sow("seen", "h", row);
                      return c;
                    })
                .variableCarry("seen")
                .apply(self, ZERO, x));
    var repeated =
        Host.of((self, x) ->
            Lift.whileLoop(
                WhileLift.NONE.withVariableCarry("seen"),
                (Host m, Array a) -> a.sum().lt(100),
                (m, a) -> {
                  sow("seen", "h", a);
                  return a.mul(2);
                },
                self,
                x));
    for (var loop : List.of(scanned, repeated)) {
      assertThatExceptionOfType(TreeStructureException.class)
          .isThrownBy(() -> loop.apply(Variables.empty(), mutable("seen"), m -> m.call(X)))
          .withMessage(
              "Variable \"h\" of collection \"seen\" is carried by a lifted %s, so it must keep"
                      .formatted(loop == scanned ? "scan" : "while_loop")
                  + " its structure, but came as list() and became list(0: *). Sow into a "
                  + "collection with an axis, as in variableAxis(\"seen\", 0), or combine values "
                  + "with a function in sow.");
    }
  }

  @Test
  void carried_variables_are_not_made_without_the_run_before_the_loop() {
    var host =
        Host.of((self, x) ->
            Lift.scan((Total m, Array c, Array row) -> new Carry<>(c, m.call(row)))
                .variableCarry("state")
                .checkConstancy(false)
                .apply(Total.of().named("total"), ZERO, x));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> host.apply(Variables.empty(), mutable("state"), m -> m.call(X)))
        .withMessage(
            "Variable \"total\" of collection \"state\" is carried by a lifted scan, but "
                + "only the body creates it, which has not run before the loop. Create it "
                + "before, or leave checkConstancy on.");
  }

  // -- pmap and customJvp

  @Test
  void pmap_is_lifted_like_vmap() {
    var xs = Numpy.ones(2, 3);
    var mapped = Line.of(4).vmap().variableAxis("params", 0).splitRngs("params").named("m");
    var parallel = Line.of(4).pmap().variableAxis("params", 0).splitRngs("params").named("m");
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
                    (Host m, Array a) -> {
                      var sum = Lax.psum(a, "workers");
                      variable("state", "sum", () -> sum);
                      return List.of(sum, makeRng("noise").data());
                    })
                .variableAxis("state", 0)
                .splitRngs("noise")
                .axisName("workers")
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
