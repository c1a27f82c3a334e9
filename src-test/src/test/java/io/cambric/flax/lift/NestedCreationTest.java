package io.cambric.flax.lift;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ModuleScope.variable;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.Lifting;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.WithResiduals;
import io.cambric.tree.Trees;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Variables that are made in a lifted transformation within a branch, a loop or mapped variables.
 * These look for them before they run, with their initial values.
 */
class NestedCreationTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);

  /** A transformation around a function that makes variables. */
  private enum Inner {
    REMAT,
    JIT,
    FOLD_RNGS,
    MAP_VARIABLES,
    CUSTOM_VJP,
    VJP,
    COND,
    VMAP,
    SCAN;

    Fn2<Host, Array, Array> around(Fn2<Host, Array, Array> function) {
      return switch (this) {
        case REMAT -> Lift.remat(function);
        case JIT -> Lift.jit(function);
        case FOLD_RNGS -> Lift.foldRngs(function);
        case MAP_VARIABLES ->
            Lift.mapVariables(function)
                .collections("params", "state")
                .in(v -> scaled(v, 2))
                .out(v -> scaled(v, 0.5))
                .mutable(true);
        case CUSTOM_VJP ->
            Lift.customVjp(
                function,
                (m, a) -> {
                  var vjp = Lift.vjp(function, m, a);
                  return new WithResiduals<>(vjp.output(), vjp.pullback());
                },
                (pullback, cotangent) -> pullback.apply(cotangent));
        case VJP -> (m, a) -> Lift.vjp(function, m, a).output();
        case COND -> (m, a) -> Lift.cond(a.sum().gt(0), function, (n, b) -> b, m, a);
        case VMAP ->
            (m, a) ->
                Lift.vmap(function)
                    .variableAxis("params", 0)
                    .variableAxis("state", 0)
                    .splitRngs("params")
                    .apply(m, Numpy.stack(List.of(a, a)))
                    .sum(0);
        case SCAN ->
            Lift.scan(function)
                .variableAxis("params", -1)
                .variableAxis("state", 0)
                .splitRngs("params")
                .length(2);
      };
    }
  }

  private static Variables scaled(Variables variables, double factor) {
    return Trees.map(variables, leaf -> ((Array) leaf).mul(factor));
  }

  /** A layer, and a count that begins with 5. */
  private static Array counted(Host host, Array x) {
    var count = variable("state", "count", () -> Numpy.full(Shape.of(2), 5.0f));
    count.set(count.get().add(1));
    return Dense.of(3).named("dense").call(x);
  }

  private static Variables afterBranch(Fn2<Host, Array, Array> branch, boolean taken) {
    var predicate = NdArray.scalar(DType.BOOL, taken ? 1 : 0);
    return Host.of((self, x) -> Lift.cond(predicate, branch, (m, a) -> a, self, x)).init(KEY, X);
  }

  @ParameterizedTest
  @EnumSource
  void parameters_have_their_initial_values_after_the_other_branch(Inner inner) {
    var branch = inner.around(NestedCreationTest::counted);
    var made = afterBranch(branch, true).params();
    var left = afterBranch(branch, false).params();
    assertThat(left.paths()).isEqualTo(made.paths());
    assertThat(left.get("dense", "kernel").toFloats())
        .doesNotContain(0)
        .isEqualTo(made.get("dense", "kernel").toFloats());
  }

  @ParameterizedTest
  @EnumSource
  void other_variables_have_their_first_values_after_the_other_branch(Inner inner) {
    var branch = inner.around(NestedCreationTest::counted);
    float first = inner == Inner.MAP_VARIABLES ? 2.5f : 5;
    assertThat(afterBranch(branch, false).collection("state").get("count").toFloats())
        .containsOnly(first);
  }

  @ParameterizedTest
  @EnumSource
  void loops_carry_variables_that_a_transformation_in_their_body_makes(Inner inner) {
    var body = inner.around(NestedCreationTest::counted);
    var loop =
        Host.of((self, x) ->
            Lift.scan((Host m, Array a) -> body.apply(m, a.abs()))
                .variableAxis("params", 0)
                .splitRngs("params")
                .variableCarry("state")
                .length(2)
                .apply(self, x));
    var variables = loop.init(KEY, X);
    float counted = inner == Inner.MAP_VARIABLES ? 3.5f : 7;
    assertThat(variables.collection("state").get("count").toFloats()).containsOnly(counted);
    assertThat(variables.params().get("dense", "kernel").dim(0)).isEqualTo(2);

    var again = loop.apply(variables, mutable("state"), m -> (Array) m.call(X)).variables();
    assertThat(again.collection("state").get("count").toFloats())
        .containsOnly(inner == Inner.MAP_VARIABLES ? 4.5f : 9);
  }

  @ParameterizedTest
  @EnumSource(
      value = Inner.class,
      names = {"REMAT", "CUSTOM_VJP", "VJP"})
  void mapped_variables_are_made_as_without_a_transformation_inside(Inner inner) {
    Lifting doubled =
        MapVariablesLift.NONE
            .withCollections("params")
            .withIn(v -> scaled(v, 2))
            .withOut(v -> scaled(v, 0.5))
            .withInit(true);
    Fn2<Host, Array, Array> dense = (m, a) -> Dense.of(3).named("dense").call(a);
    var plain = Host.of((self, x) -> Lift.lifted(doubled, dense).apply(self, x)).init(KEY, X);
    var nested =
        Host.of((self, x) -> Lift.lifted(doubled, inner.around(dense)).apply(self, x)).init(KEY, X);
    assertThat(nested.params().get("dense", "kernel").toFloats())
        .isEqualTo(plain.params().get("dense", "kernel").toFloats());
  }
}
