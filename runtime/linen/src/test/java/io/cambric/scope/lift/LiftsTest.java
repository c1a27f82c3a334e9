package io.cambric.scope.lift;

import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Scope;
import io.cambric.scope.Scopes;
import io.cambric.transform.result.Carry;
import org.junit.jupiter.api.Test;

/** Lifted transformations of functions of scopes, without modules. */
class LiftsTest {

  private static final Key KEY = Key.of(0);

  private static Array dense(Scope scope, Array x) {
    var kernel = scope.param("kernel", lecunNormal(), Shape.of(x.dim(-1), 4), DType.F32);
    return x.matmul(kernel).add(scope.param("bias", zeros(), Shape.of(4), DType.F32));
  }

  @Test
  void variables_with_an_axis_are_stacked_along_it_and_differ_between_lanes() {
    var lanes =
        Lifts.vmap(
            LiftsTest::dense, VmapLift.NONE.withVariableAxis("params", 0).withSplitRngs("params"));
    var variables = Scopes.init(KEY, scope -> lanes.apply(scope, Numpy.ones(Shape.of(3, 2))));
    assertThat(variables.params().get("kernel").shape()).isEqualTo(Shape.of(3, 2, 4));
    assertThat(variables.params().get("bias").shape()).isEqualTo(Shape.of(3, 4));
  }

  @Test
  void variables_that_all_iterations_share_are_made_before_the_loop() {
    var loop =
        Lifts.<Array, Array, Array>scan(
            (scope, carry, x) -> {
              var y = dense(scope, carry.add(x));
              return new Carry<>(y, y);
            },
            ScanLift.NONE.withVariableBroadcast("params").withShareRngs("params"));
    var variables =
        Scopes.init(
            KEY, scope -> loop.apply(scope, Numpy.ones(Shape.of(4)), Numpy.ones(Shape.of(3, 4))));
    assertThat(variables.params().get("kernel").shape()).isEqualTo(Shape.of(4, 4));
  }

  record Count(Array sum, int steps) {}

  @Test
  void a_component_of_a_carry_that_is_no_array_and_changes_is_named() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            Scopes.init(
                KEY,
                scope ->
                    Lifts.whileLoop(
                        WhileLift.NONE,
                        (_, c) -> c.sum().lt(3),
                        (_, c) -> new Count(c.sum().add(1), c.steps() + 1),
                        scope,
                        new Count(Numpy.zeros(), 0))))
        .withMessage(
            "The carry of whileLoop must keep its static leaves, but leaf \"steps\" came as "
                + "0 and became 1. Make it an Array to carry it, or keep it outside the loop.");
    var loop =
        Lifts.<Count, Array, Array>scan(
            (_, c, x) -> new Carry<>(new Count(c.sum().add(x), c.steps() + 1), x), ScanLift.NONE);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            Scopes.init(
                KEY, scope -> loop.apply(scope, new Count(Numpy.zeros(), 0), Numpy.ones(3))))
        .withMessage(
            "The carry of scan must keep its static leaves, but leaf \"steps\" came as 0 "
                + "and became 1. Make it an Array to carry it, or keep it outside the loop.");
  }

  @Test
  void what_may_change_is_no_argument() {
    var lanes =
        Lifts.<float[], Array>vmap((_, raw) -> Numpy.array(raw), VmapLift.NONE.withAxisSize(3));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Scopes.init(KEY, scope -> lanes.apply(scope, new float[3])))
        .withMessage(
            "A tree of a lifted function needs arrays, numbers and immutable values as "
                + "leaves, but \"2/0\" is of type float[]. Pass array(...) of it, which copies "
                + "its elements.");
  }
}
