package io.cambric.nn;

import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.filled;
import static io.cambric.testing.Near.ones;
import static io.cambric.testing.Near.range;
import static io.cambric.transform.Transforms.grad;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolingTest {

  private static final List<Integer> TWO = List.of(2, 2);
  private static final List<Integer> NONE = List.of();

  @Test
  void windows_without_strides_are_a_step_apart() {
    var x = array(Shape.of(1, 4, 1), 3, 1, 2, 5);
    assertNear(Pooling.maxPool(x, List.of(2)), 3, 2, 5);
    assertNear(Pooling.minPool(x, List.of(2)), 1, 1, 2);
    assertNear(Pooling.avgPool(x, List.of(2)), 2, 1.5, 3.5);
  }

  @Test
  void max_pool_takes_the_largest_and_its_gradient_goes_there() {
    var x = range(1, 3, 3, 1);
    assertNear(Pooling.maxPool(x, TWO, NONE), 4, 5, 7, 8);
    var slope = grad(a -> Pooling.maxPool(a, TWO, NONE).sum()).apply(x);
    assertNear(slope, 0, 0, 0, 0, 1, 1, 0, 1, 1);
  }

  @Test
  void padding_never_wins_a_max_pool() {
    var x = array(Shape.of(1, 5, 1), 1, 2, 3, 4, 5);
    assertNear(Pooling.maxPool(x, List.of(2), List.of(2), Padding.SAME), 2, 4, 5);
    assertNear(Pooling.maxPool(x.neg(), List.of(2), List.of(2), Padding.SAME), -1, -3, -5);
  }

  @Test
  void min_pool_takes_the_smallest() {
    assertNear(Pooling.minPool(range(1, 3, 3, 1), TWO, NONE), 0, 1, 3, 4);
    var x = array(Shape.of(1, 3, 1), 1, 2, 3);
    assertNear(Pooling.minPool(x, List.of(2), List.of(2), Padding.SAME), 1, 3);
  }

  @Test
  void of_bools_true_is_the_largest_and_false_the_smallest() {
    var x = array(Shape.of(2, 4, 1), 1, 0, 1, 1, 0, 0, 1, 0).astype(DType.BOOL);

    var most = Pooling.maxPool(x, List.of(3), List.of(2), Padding.SAME);
    var least = Pooling.minPool(x, List.of(3), List.of(2), Padding.SAME);

    assertThat(most.dtype()).isEqualTo(DType.BOOL);
    assertNear(most.astype(DType.F32), 1, 1, 1, 1);
    assertNear(Pooling.maxPool(x, List.of(2)).astype(DType.F32), 1, 1, 1, 0, 1, 1);
    assertNear(least.astype(DType.F32), 0, 1, 0, 0);
  }

  @Test
  void avg_pool_takes_the_mean_and_shares_its_gradient() {
    var x = filled(2, 1, 3, 3, 1);
    assertNear(Pooling.avgPool(x, TWO, NONE), 2, 2, 2, 2);
    for (boolean countIncludePad : new boolean[] {true, false}) {
      var slope =
          grad(a -> Pooling.avgPool(a, TWO, NONE, Padding.VALID, countIncludePad).sum()).apply(x);
      assertNear(slope, .25, .5, .25, .5, 1, .5, .25, .5, .25);
    }
  }

  @Test
  void padding_may_count_in_a_mean_or_not() {
    var x = array(Shape.of(1, 2, 2, 1), 1, 2, 3, 4);
    assertNear(Pooling.avgPool(x, TWO, NONE, Padding.SAME, true), 2.5, 1.5, 1.75, 1);
    assertNear(Pooling.avgPool(x, TWO, NONE, Padding.SAME, false), 2.5, 3, 3.5, 4);
  }

  @Test
  void any_number_of_batch_axes_goes_through() {
    assertThat(Pooling.maxPool(ones(1, 8, 32, 32, 3), TWO, TWO).shape())
        .isEqualTo(Shape.of(1, 8, 16, 16, 3));
    assertThat(Pooling.avgPool(ones(32, 32, 3), TWO, List.of(2)).shape())
        .isEqualTo(Shape.of(16, 16, 3));
  }

  @Test
  void pool_reduces_by_any_function_of_two_arrays() {
    assertNear(
        Pooling.pool(filled(2, 1, 3, 3, 1), 1, (a, b) -> a.mul(b), TWO, NONE, Padding.VALID),
        16,
        16,
        16,
        16);
    var x = range(1, 5, 7, 2);
    assertThat(
            Pooling.pool(
                    x,
                    Float.NEGATIVE_INFINITY,
                    Numpy::maximum,
                    List.of(3, 2),
                    List.of(2, 3),
                    Padding.SAME)
                .toFloats())
        .containsExactly(Pooling.maxPool(x, List.of(3, 2), List.of(2, 3), Padding.SAME).toFloats());
  }

  @Test
  void what_makes_no_window_is_refused_with_the_mend() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Pooling.maxPool(ones(1, 4, 4, 1), TWO, NONE, Padding.CIRCULAR))
        .withMessage(
            "max_pool needs padding SAME, VALID or numbers, but got CIRCULAR. Only "
                + "convolutions support other padding.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Pooling.avgPool(ones(4, 4), TWO, NONE))
        .withMessage(
            "avg_pool needs an input of at least 3 axes, but got f32[4,4]."
                + " Add axes with reshape or expandDims.");
  }
}
