package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinalgTest {

  private static final NdArray A = matrix(4, 1, 1, 3);

  private static NdArray matrix(float... values) {
    int n = (int) Math.sqrt(values.length);
    return NdArray.of(Shape.of(n, n), values);
  }

  @Test
  void cholesky_has_the_symmetric_gradient_of_jax() {
    var gradient = Transforms.grad((Array x) -> Numpy.sum(Linalg.cholesky(x))).apply(A);
    assertArray(gradient).isNear(1e-5, 0.206344, 0.174622, 0.174622, 0.301511);
  }

  @Test
  void solve_broadcasts_matrices_and_takes_a_vector() {
    assertArray(Linalg.solve(matrix(3, 1, 1, 2), NdArray.of(Shape.of(2), 9, 8))).isNear(1e-6, 2, 3);
    var many = Numpy.broadcastTo(A, Shape.of(5, 2, 2));
    assertThat(Linalg.solve(many, Numpy.ones(Shape.of(2, 3), DType.F32)).shape())
        .isEqualTo(Shape.of(5, 2, 3));
  }

  @Test
  void inverses_of_singular_matrices_are_not_finite() {
    var inverse = Linalg.inv(matrix(1, 2, 2, 4));
    assertThat(Numpy.any(Numpy.isfinite(inverse)).toBoolean()).isFalse();
  }

  @Test
  void the_gradient_of_a_determinant_is_the_cofactors_of_singular_matrices_too() {
    var gradient = Transforms.grad(Linalg::det);
    assertArray(gradient.apply(matrix(1, 2, 3, 4))).isNear(1e-6, 4, -3, -2, 1);
    assertArray(gradient.apply(matrix(1, 2, 2, 4))).isNear(1e-6, 4, -2, -2, 1);
    var rank3 = matrix(2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0);
    double[] cofactors = new double[16];
    cofactors[15] = 30;
    assertArray(gradient.apply(rank3)).isNear(1e-6, cofactors);
    var rank2 = matrix(2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    assertArray(gradient.apply(rank2)).isNear(1e-6, new double[16]);
  }

  @Test
  void slogdet_is_minus_infinity_for_singular_matrices() {
    var result = Linalg.slogdet(matrix(1, 2, 3, 2, 4, 6, 1, 0, 5));
    assertArray(result.sign()).hasElements(0);
    assertArray(result.logabsdet()).hasElements(Double.NEGATIVE_INFINITY);
    var gradient =
        Transforms.grad((Array x) -> Linalg.slogdet(x).logabsdet()).apply(matrix(2, 0, 0, 4));
    assertArray(gradient).isNear(1e-6, 0.5, 0, 0, 0.25);
  }

  @Test
  void the_gradient_of_inverses_goes_through_twice() {
    var trace = Transforms.grad((Array x) -> Linalg.trace(Linalg.inv(x), 0));
    var twice = Transforms.grad((Array x) -> Numpy.sum(trace.apply(x)));
    var x = NdArray.of(Shape.of(1, 1), 2);
    assertArray(trace.apply(x)).isNear(1e-6, -0.25);
    assertArray(twice.apply(x)).isNear(1e-6, 0.25);
  }

  @Test
  void powers_of_matrices_count_down_to_inverses() {
    var x = matrix(2, 1, 0, 1);
    assertArray(Linalg.matrixPower(x, 5)).isNear(1e-6, 32, 31, 0, 1);
    assertArray(Linalg.matrixPower(x, 0)).hasElements(1, 0, 0, 1);
    assertArray(Linalg.matrixPower(x, -1)).isNear(1e-6, 0.5, -0.5, 0, 1);
  }

  @Test
  void norms_of_matrices_are_those_of_columns_rows_and_singular_values() {
    var x = NdArray.of(Shape.of(2, 2), 1, -2, 3, 4);
    var last = Axes.of(0, 1);
    assertArray(Linalg.matrixNorm(x, 1, last, false)).hasElements(6);
    assertArray(Linalg.matrixNorm(x, -1, last, false)).hasElements(4);
    assertArray(Linalg.matrixNorm(x, Double.POSITIVE_INFINITY, last, true)).hasType("f32[1,1]");
    assertArray(Linalg.matrixNorm(x, Double.POSITIVE_INFINITY, last, false)).hasElements(7);
    assertArray(Linalg.matrixNorm(x, 2, last, false)).isNear(1e-6, 5.1166725);
    assertArray(Linalg.nuclearNorm(x, last, false)).isNear(1e-6, 7.071068);
    assertArray(Linalg.cond(x)).isNear(1e-5, 2.618034);
  }

  @Test
  void the_exponential_of_a_rotation_is_a_rotation() {
    var x = matrix(0, -3, 3, 0);
    double c = Math.cos(3);
    double s = Math.sin(3);
    assertArray(ScipyLinalg.expm(x)).isNear(2e-6, c, -s, s, c);
    var gradient = Transforms.grad((Array t) -> Numpy.get(ScipyLinalg.expm(x.mul(t)), 0, 0));
    assertArray(gradient.apply(NdArray.scalar(DType.F32, 1))).isNear(2e-5, -3 * s);
  }

  @Test
  void the_exponential_is_exact_for_norms_that_need_no_squarings_and_for_those_that_do() {
    for (var dtype : List.of(DType.F32, DType.F64)) {
      double exact = dtype == DType.F32 ? 1e-4 : 1e-12;
      for (double angle : new double[] {0, 0.25, 3, 5.5, 40}) {
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        var turn = matrix(0, -1, 1, 0).astype(dtype);
        ArrayFn exponential = t -> ScipyLinalg.expm(turn.mul(t));
        var t = NdArray.scalar(dtype, angle);
        assertArray(exponential.apply(t)).isNear(exact, c, -s, s, c);
        assertArray(Transforms.jacrev(exponential).apply(t)).isNear(exact, -s, -c, c, -s);
      }
    }
  }

  @Test
  void factors_that_are_kept_solve_the_matrix_and_its_transpose() {
    var x = matrix(1, 2, 3, 4, 1, 1, 0, 5, 2);
    var b = NdArray.of(Shape.of(3), 1, 2, 3);
    var factor = ScipyLinalg.luFactor(x);
    assertArray(x.matmul(ScipyLinalg.luSolve(factor, b, false))).isNear(1e-5, 1, 2, 3);
    assertArray(x.transpose().matmul(ScipyLinalg.luSolve(factor, b, true))).isNear(1e-5, 1, 2, 3);
    var lu = ScipyLinalg.lu(x);
    assertArray(lu.p().matmul(lu.l()).matmul(lu.u())).isNear(1e-6, 1, 2, 3, 4, 1, 1, 0, 5, 2);
    var cho = ScipyLinalg.choFactor(A, false);
    assertArray(A.matmul(ScipyLinalg.choSolve(cho, NdArray.of(Shape.of(2), 1, 2))))
        .isNear(1e-6, 1, 2);
  }

  @Test
  void patterns_are_laid_out_as_in_scipy() {
    var column = NdArray.of(Shape.of(2), 1, 2);
    var row = NdArray.of(Shape.of(3), 9, 5, 6);
    assertArray(ScipyLinalg.toeplitz(column, row)).hasElements(1, 5, 6, 2, 1, 5);
    assertArray(ScipyLinalg.blockDiag(column, matrix(7, 8, 9, 10)))
        .hasElements(1, 2, 0, 0, 0, 0, 7, 8, 0, 0, 9, 10);
  }

  @Test
  void matrices_that_are_not_square_or_of_half_precision_are_refused() {
    var wide = Numpy.ones(Shape.of(2, 3), DType.F32);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Linalg.inv(wide))
        .withMessage(
            "inv needs square matrices, with last two axes of equal size, but got f32[2,3].");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Linalg.cholesky(Numpy.ones(Shape.of(2, 2), DType.BF16)))
        .withMessage(
            "cholesky needs matrices of f32 or f64, but got bf16[2,2]. Convert them with astype.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Linalg.solve(A, Numpy.ones(Shape.of(3), DType.F32)))
        .withMessage(
            "solve needs a right-hand side with as many rows as the matrices, but got "
                + "f32[2,2] and f32[3].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Linalg.matrixNorm(A, 3, Axes.of(0, 1), false))
        .withMessage(
            "matrix_norm needs an order of 1, -1, 2, -2 or plus or minus infinity, but got "
                + "3.0. For others, use frobeniusNorm or nuclearNorm.");
  }
}
