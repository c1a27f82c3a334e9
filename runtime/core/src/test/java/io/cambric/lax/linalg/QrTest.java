package io.cambric.lax.linalg;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.ScipyLinalg;
import io.cambric.transform.Transforms;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The forms of the QR factorisation. Numbers are those of JAX 0.10.2 unless a comment says else.
 */
class QrTest {

  private static final Array TALL =
      NdArray.of(Shape.of(4, 3), 1, 2, 3, 4, 5, 6, 7, 8, 10, 2, -1, 1);
  private static final Array WIDE = Numpy.matrixTranspose(TALL);

  /** {@return a sum that weighs each element of q and each square of r by 1, 2, 3 ...} */
  private static Array weighed(Array x, boolean full) {
    var qr = ScipyLinalg.pivotedQr(x, full);
    return qr.q().mul(weights(qr.q())).sum().add(qr.r().mul(qr.r()).mul(weights(qr.r())).sum());
  }

  private static Array weights(Array x) {
    return Lax.reshape(Numpy.arange(1, x.size() + 1, 1), x.shape()).astype(x.dtype());
  }

  @Test
  void raw_reflections_are_those_of_lapack() {
    var tall = Linalg.qrRaw(TALL);
    assertArray(tall.h()).hasType("f32[3,4]");
    assertArray(tall.h())
        .isNear(
            1e-5,
            -8.366599,
            0.4270493,
            0.7473363,
            0.2135247,
            -9.083739,
            -3.389059,
            -0.07748906,
            -0.9209182,
            -11.83276,
            -2.217221,
            1.03424,
            0.219502);
    assertArray(tall.tau()).isNear(1e-5, 1.119523, 1.078693, 1.908067);
    var wide = Linalg.qrRaw(WIDE);
    assertArray(wide.h())
        .isNear(
            1e-5,
            -3.741657,
            0.4217935,
            0.6326902,
            -8.552359,
            1.963961,
            0.8597679,
            -14.16484,
            3.491486,
            0.4082489,
            -0.8017836,
            1.091089,
            2.041242);
    assertArray(wide.tau()).isNear(1e-5, 1.267261, 1.149954, 0);
  }

  @Test
  void raw_reflections_are_batched_and_have_no_derivative() {
    var both = Numpy.stack(List.of(TALL, TALL.mul(2)), 2);
    assertArray(Transforms.vmap((Array x) -> Linalg.qrRaw(x).tau()).inAxes(2).apply(both))
        .isNear(1e-5, 1.119523, 1.078693, 1.908067, 1.119523, 1.078693, 1.908067);
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() -> Transforms.grad((Array x) -> Linalg.qrRaw(x).h().sum()).apply(TALL))
        .withMessageContaining("geqrf");
  }

  @Test
  void pivots_take_the_longest_column_that_is_left() {
    var thin = ScipyLinalg.pivotedQr(TALL, false);
    assertThat(thin.p()).hasToString("i32[3] [2, 1, 0]");
    assertArray(thin.r())
        .isNear(1e-5, -12.08305, -9.517467, -8.193297, 0, -1.848732, 1.070708, 0, 0, -1.312802);
    assertArray(thin.q())
        .isNear(
            1e-5,
            -0.2482817,
            0.1963584,
            0.9479645,
            -0.4965635,
            -0.148195,
            -0.06869327,
            -0.8276058,
            -0.06668772,
            -0.2213442,
            -0.08276058,
            0.9669716,
            -0.2182916);
    var wide = ScipyLinalg.pivotedQr(WIDE, true);
    assertThat(wide.p()).hasToString("i32[4] [2, 3, 0, 1]");
    assertArray(wide.r())
        .isNear(
            1e-5,
            -14.59452,
            -1.096302,
            -3.631501,
            -8.770415,
            0,
            2.190462,
            -0.4479512,
            -0.2807733,
            0,
            0,
            0.7820138,
            0.03128058);
  }

  @Test
  void a_complete_basis_has_rows_of_zeros_below_the_pivoted_triangle() {
    var full = ScipyLinalg.pivotedQr(TALL, true);
    assertArray(full.q()).hasType("f32[4,4]");
    assertArray(full.r())
        .isNear(
            1e-5, -12.08305, -9.517467, -8.193297, 0, -1.848732, 1.070708, 0, 0, -1.312802, 0, 0,
            0);
  }

  @Test
  void of_equally_long_columns_the_first_is_taken() {
    var ties = NdArray.of(Shape.of(3, 3), 0, 1, 1, 1, 0, 1, 0, 0, 1);
    assertThat(Lax.qr(ties, false, true).get(2)).hasToString("i32[3] [2, 1, 0]");
    var zeros = Numpy.zeros(2, 3);
    assertThat(Lax.qr(zeros, false, true).get(2)).hasToString("i32[3] [0, 1, 2]");
  }

  @Test
  void pivots_differ_between_the_matrices_of_a_batch() {
    var both = Numpy.stack(List.of(TALL, Numpy.flip(TALL, 1)), 2);
    var p = Transforms.vmap((Array x) -> Lax.qr(x, false, true).get(2)).inAxes(2).apply(both);

    assertThat(p).hasToString("i32[2,3] [[2, 1, 0], [0, 1, 2]]");
  }

  @Test
  void the_gradient_goes_back_to_the_columns_that_were_exchanged() {
    assertArray(Transforms.grad((Array x) -> weighed(x, false)).apply(TALL))
        .isNear(
            1e-3, -7.62992, 8.37614, 13.91986, 23.06725, 20.28053, 12.64247, 45.69628, 32.86335,
            17.12165, 21.5234, -15.44512, 3.169043);
    assertArray(Transforms.grad((Array x) -> weighed(x, true)).apply(TALL))
        .isNear(
            1e-3, -7.550885, 10.10232, 12.3744, 21.09129, 25.51334, 8.775095, 46.88185, 29.18602,
            19.95702, 21.28628, -15.24729, 2.656116);
  }

  /**
   * JAX 0.10.2 forgets to exchange the columns after the first square in its rule; these numbers
   * are central differences of its values in f64.
   */
  @Test
  void the_gradient_of_wide_matrices_is_that_of_differences() {
    assertArray(Transforms.grad((Array x) -> weighed(x, false)).apply(WIDE))
        .isNear(
            1e-3,
            -3.456777,
            30.206518,
            16.850366,
            18.042212,
            9.531086,
            41.438145,
            17.576948,
            -18.072278,
            26.594875,
            48.104922,
            16.743185,
            8.228274);
  }

  @Test
  void vectors_and_half_precision_are_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Linalg.qrRaw(Numpy.ones(3)))
        .withMessage("In qrRaw: geqrf needs matrices, that is at least two axes, but got f32[3].");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> ScipyLinalg.pivotedQr(TALL.astype(DType.BF16), false))
        .withMessage(
            "In pivotedQr: qr needs matrices of f32 or f64, but got bf16[4,3]. Convert them with astype.");
  }
}
