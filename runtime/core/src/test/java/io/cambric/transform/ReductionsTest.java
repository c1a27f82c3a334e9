package io.cambric.transform;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.Padding;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReductionsTest {

  private static final Array X = array(new float[][] {{1, 2, 3}, {4, 5, 6}});

  /** Associative, and not commutative: maps x to a x + b, one after the other. */
  private static List<Array> composed(List<Array> first, List<Array> second) {
    var a = Lax.mul(first.get(0), second.get(0));
    var b = Lax.add(Lax.mul(second.get(0), first.get(1)), second.get(1));
    return List.of(a, b);
  }

  @Test
  void any_associative_function_reduces() {
    assertArray(Reductions.reduce(X, scalar(0.0), Lax::logaddexp, Axes.of(1)))
        .isNear(1e-5, 3.4401897, 6.4092846);
    assertArray(Reductions.reduce(X, scalar(10.0), Lax::add, Axes.of(0, 1))).hasElements(31);
    assertArray(Reductions.reduce(arange(0), scalar(7), Lax::max, Axes.of(0))).hasElements(7);
  }

  @Test
  void neighbours_are_combined_in_their_order() {
    for (int size = 1; size < 9; size++) {
      var a = arange(1, size + 1);
      var b = arange(size);
      double scale = 1;
      double shift = 0;
      for (int i = 0; i < size; i++) {
        scale *= i + 1;
        shift = (i + 1) * shift + i;
      }
      var result =
          Reductions.reduce(
              List.of(a, b), List.of(scalar(1), scalar(0)), ReductionsTest::composed, Axes.of(0));
      assertArray(result.get(0)).hasElements(scale);
      assertArray(result.get(1)).hasElements(shift);
    }
  }

  @Test
  void sums_from_0_are_the_operation_of_this_name() {
    var sum =
        Transforms.makeJaxpr(
            (Array x) -> Reductions.reduce(x, scalar(0.0), Lax::add, Axes.of(1)), X);
    assertThat(sum.eqns()).hasSize(1);
    assertThat(sum.eqns().getFirst().primitive().name()).isEqualTo("reduce_sum");
  }

  @Test
  void derivatives_are_those_of_the_function() {
    var gradient =
        Transforms.grad((Array x) -> Reductions.reduce(x, scalar(2.0), Lax::mul, Axes.of(0)));

    assertArray(gradient.apply(array(0f, 3f, 5f))).hasElements(30, 0, 0);
  }

  @Test
  void windows_are_reduced_by_any_function() {
    var x = array(1f, 2f, 3f, 4f);
    var one = Axes.of(1);

    assertArray(
            Reductions.reduceWindow(
                x, scalar(1.0), Lax::mul, Axes.of(2), one, Padding.SAME, one, one))
        .hasElements(2, 6, 12, 4);
    assertArray(
            Reductions.reduceWindow(
                x, scalar(0.0), Lax::add, Axes.of(2), one, Padding.VALID, one, Axes.of(2)))
        .hasElements(4, 6);
    assertArray(
            Lax.reduceWindowProd(
                x, Axes.of(3), Axes.of(2), Padding.of(Axes.of(1), Axes.of(1)), Axes.of(2), one))
        .hasElements(1, 2, 3, 4);
  }

  @Test
  void windows_start_once_and_leave_padding_out() {
    var x = array(1f, 2f, 3f, 4f);
    var one = Axes.of(1);

    assertArray(
            Reductions.reduceWindow(
                x, scalar(2.0), Lax::mul, Axes.of(2), one, Padding.SAME, one, one))
        .hasElements(4, 12, 24, 8);
    assertArray(
            Reductions.reduceWindow(
                x, scalar(1.0), Lax::add, Axes.of(2), one, Padding.SAME, one, one))
        .hasElements(4, 6, 8, 5);
  }

  @Test
  void operands_that_do_not_fit_are_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            Reductions.reduce(List.of(X), List.of(scalar(0)), ReductionsTest::composed, Axes.of(0)))
        .withMessage(
            "reduce needs arrays of equal shape, and an initial scalar of the same dtype "
                + "for each, but got [f32[2,3]] and [i32[]].");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Reductions.reduce(X, scalar(0.0), Lax::lt, Axes.of(0)))
        .withMessage(
            "reduce needs a computation that keeps the dtypes [f32], but it returned [bool].");
  }
}
