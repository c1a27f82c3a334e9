package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.array;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ReductionsTest {

  private static final double NAN = Double.NaN;
  private static final float INF = Float.POSITIVE_INFINITY;
  private static final Array MATRIX = array(new float[][] {{1, 2, 3}, {4, 5, 6}});

  private static Array gradient(UnaryOperator<Array> f, float... at) {
    return Transforms.grad((Array x) -> f.apply(x)).apply(array(at));
  }

  @Test
  void axes_are_dropped_or_kept() {
    assertArray(MATRIX.sum()).hasType("f32[]").hasElements(21);
    assertArray(MATRIX.sum(-1)).hasElements(6, 15);
    assertArray(Numpy.sum(MATRIX, Axes.of(0), true)).hasType("f32[1,3]").hasElements(5, 7, 9);
    assertArray(Numpy.sum(MATRIX, Axes.of(), false)).hasType("f32[2,3]");
    assertArray(Numpy.sum(MATRIX, null, true)).hasType("f32[1,1]").hasElements(21);
  }

  @Test
  void masks_say_which_elements_take_part() {
    var mask = array(true, false, true);

    assertArray(Numpy.sum(MATRIX, Axes.of(1), false, mask)).hasElements(4, 10);
    assertArray(Numpy.mean(MATRIX, Axes.of(1), false, mask)).hasElements(2, 5);
    assertArray(Numpy.var(MATRIX, Axes.of(1), false, 0, mask)).hasElements(1, 1);
    assertArray(Numpy.max(MATRIX, Axes.of(1), false, 3.5, mask)).hasElements(3.5, 6);
  }

  @Test
  void the_maximum_of_nothing_is_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.zeros(0, 2).max(0))
        .withMessageStartingWith(
            "max over axes [0] of f32[0,2] needs at least one element, because it has no "
                + "identity. Pass an initial value.");
  }

  @Test
  void of_nothing_the_sum_is_0_and_the_mean_nan() {
    assertArray(Numpy.zeros(0).sum()).hasElements(0);
    assertArray(Numpy.zeros(0).mean()).hasElements(NAN);
  }

  @Test
  void elements_that_are_nan_can_be_left_out() {
    var x = array(new float[][] {{1, Float.NaN, 3}, {Float.NaN, Float.NaN, Float.NaN}});

    assertArray(Numpy.nansum(x, 1)).hasElements(4, 0);
    assertArray(Numpy.nanmean(x, 1)).hasElements(2, NAN);
    assertArray(Numpy.nanmax(x, 1)).hasElements(3, NAN);
    assertArray(Numpy.nanmin(x)).hasElements(1);
    assertArray(Numpy.average(array(1f, 3f), array(3f, 1f), 0)).hasElements(1.5);
  }

  @Test
  void variances_divide_by_the_number_less_ddof() {
    assertArray(Numpy.var(array(1f, 2f, 3f, 4f))).hasElements(1.25);
    assertArray(Numpy.var(array(1f, 2f, 3f, 4f), Axes.of(0), false, 1, null))
        .isNear(1e-6, 1.66666663);
    assertArray(Numpy.var(array(1f), Axes.of(0), false, 1, null)).hasElements(NAN);
    assertArray(gradient(Numpy::var, 3)).hasElements(0);
    assertArray(gradient(Numpy::std, 2, 2)).hasElements(NAN, NAN);
  }

  @Test
  void halves_are_summed_in_f32() {
    var many = Numpy.full(Shape.of(4096), 1, DType.BF16);

    assertArray(many.sum()).hasType("bf16[]").hasElements(4096);
    assertArray(many.mean()).hasType("bf16[]").hasElements(1);
  }

  @Test
  void ties_share_the_derivative_of_the_maximum() {
    assertArray(gradient(x -> x.max(), 1, 3, 3)).hasElements(0, .5, .5);
    assertArray(gradient(x -> x.min(), 1, 1, 1, 1)).hasElements(.25, .25, .25, .25);
  }

  @Test
  void logsumexp_is_stable_and_has_the_derivatives_of_jax() {
    assertArray(Numpy.logsumexp(array(1000f, 1000f))).isNear(1e-6, 1000.69318);
    assertArray(Numpy.logsumexp(array(-INF, -INF))).hasElements(-INF);
    assertArray(gradient(Numpy::logsumexp, 0, 0)).hasElements(.5, .5);
    assertArray(gradient(Numpy::logsumexp, -INF, 0)).hasElements(0, 1);
    assertArray(gradient(Numpy::logsumexp, -INF, -INF)).hasElements(NAN, NAN);
    assertArray(gradient(Numpy::logsumexp, INF, 0)).hasElements(NAN, 0);
  }

  @Test
  void products_with_zeros_have_derivatives() {
    assertArray(gradient(x -> x.prod(), 0, 2, 3)).hasElements(6, 0, 0);
    assertArray(gradient(x -> x.prod(), 0, 0, 3)).hasElements(0, 0, 0);
  }

  @Test
  void norms_have_the_derivatives_of_jax() {
    assertArray(Numpy.norm(array(3f, 4f))).hasElements(5);
    assertArray(gradient(Numpy::norm, 3, 4)).isNear(1e-6, .6, .8);
    assertArray(gradient(Numpy::norm, 0, 0)).hasElements(NAN, NAN);
    assertArray(Numpy.norm(array(3f, -4f), 1, null, false)).hasElements(7);
    assertArray(Numpy.norm(array(3f, -4f), Double.POSITIVE_INFINITY, null, false)).hasElements(4);
    assertArray(Numpy.norm(array(3f, -4f), 3, null, false)).isNear(1e-6, 4.4979414);
  }

  @Test
  void order_is_stable_and_puts_nan_last() {
    var x = array(Float.NaN, 1f, -INF, -0f, 0f);

    assertArray(Numpy.sort(x)).hasElements(-INF, -0.0, 0.0, 1, NAN);
    assertArray(Numpy.argsort(array(1, 1, 2), 0, true)).hasElements(2, 0, 1);
    assertArray(Numpy.argmax(x)).hasElements(0);
    assertArray(Numpy.argmax(array(1, 3, 3), 0)).hasType("i32[]").hasElements(1);
    assertArray(Numpy.argmin(array(new int[][] {{3, 1}, {0, 2}}), 0)).hasElements(1, 0);
    assertArray(gradient(v -> Numpy.sort(v).mul(array(1f, 10f, 100f)).sum(), 2, 1, 1))
        .hasElements(100, 1, 10);
  }

  @Test
  void quantiles_are_linear_between_elements() {
    assertArray(Numpy.median(array(1f, 3f, 2f, 4f))).hasElements(2.5);
    assertArray(Numpy.quantile(array(4f, 1f, 3f, 2f), .25, null, false)).hasElements(1.75);
    assertArray(gradient(Numpy::median, 1, 2, 3, 4)).hasElements(0, .5, .5, 0);
    assertArray(gradient(x -> Numpy.quantile(x, .25, null, false), 4, 1, 3, 2))
        .hasElements(0, .25, 0, .75);
    assertArray(Numpy.median(array(1f, Float.NaN))).hasElements(NAN);
  }

  @Test
  void running_sums_and_products_have_derivatives() {
    var weights = array(1f, 10f, 100f);

    assertArray(Numpy.cumsum(array(1, 2, 3), 0)).hasElements(1, 3, 6);
    assertArray(gradient(x -> Numpy.cumsum(x, 0).mul(weights).sum(), 1, 2, 3))
        .hasElements(111, 110, 100);
    assertArray(gradient(x -> Numpy.cumprod(x, 0).sum(), 0, 2, 3)).hasElements(9, 0, 0);
    assertArray(Numpy.diff(array(1, 4, 9, 16), 2, 0)).hasElements(2, 2);
  }

  @Test
  void truth_is_what_is_not_0() {
    assertArray(Numpy.all(array(1, 2, 0))).hasType("bool[]").hasElements(0);
    assertArray(Numpy.any(array(0f, 0.5f))).hasElements(1);
    assertArray(Numpy.countNonzero(array(0, 3, 4))).hasElements(2);
  }

  @Test
  void the_gradient_of_an_extremum_that_is_nan_is_nan() {
    var functions =
        List.<UnaryOperator<Array>>of(
            x -> x.max(),
            x -> x.min(),
            Numpy::ptp,
            x -> Linalg.norm(x, Double.POSITIVE_INFINITY),
            x -> Linalg.norm(x, Double.NEGATIVE_INFINITY));
    for (var function : functions) {
      assertArray(gradient(function, 1, Float.NaN, 3)).hasElements(NAN, NAN, NAN);
    }
  }

  @Test
  void a_nan_in_one_row_leaves_the_gradients_of_the_others_alone() {
    ArrayFn rows = x -> x.max(1).sum();
    var x = array(new float[][] {{1, Float.NaN, 3}, {5, 2, 5}});
    ArrayFn gradient = at -> Transforms.grad(rows).apply(at);
    ArrayFn ofRow = row -> Transforms.grad((Array at) -> at.max()).apply(row);

    assertArray(gradient.apply(x)).hasElements(NAN, NAN, NAN, 0.5, 0, 0.5);
    assertArray(Transforms.jit(gradient).apply(x)).hasElements(NAN, NAN, NAN, 0.5, 0, 0.5);
    assertArray(Transforms.vmap(ofRow).apply(x)).hasElements(NAN, NAN, NAN, 0.5, 0, 0.5);
    assertArray(Transforms.jvp((Array at) -> at.max(1), x, Numpy.onesLike(x)).tangent())
        .hasElements(NAN, 1);
  }
}
