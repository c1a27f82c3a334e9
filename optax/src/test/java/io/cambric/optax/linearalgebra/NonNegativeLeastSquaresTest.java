package io.cambric.optax.linearalgebra;

import static io.cambric.optax.base.Near.assertNear;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Sample;
import org.junit.jupiter.api.Test;

/** Values that Optax 0.2.8 computes for the same matrix. */
class NonNegativeLeastSquaresTest {

  private static final Array A = NdArray.of(Shape.of(2, 2), 1, 2, 3, 4);
  private static final Array B = Sample.row(5, 6);

  @Test
  void weights_are_those_of_optax() {
    assertNear(LinearAlgebra.nnls(A, B, 1000), 0, 1.7);
    assertNear(LinearAlgebra.nnls(A, B, 3), 0.748714, 1.1534901);
  }

  @Test
  void a_bound_gives_another_step_size() {
    assertNear(LinearAlgebra.nnls(A, B, 3, NnlsOptions.DEFAULT.withL(40)), 0.70875, 1.07375);
    assertNear(
        LinearAlgebra.nnls(A, B, 3, NnlsOptions.DEFAULT.withL(NdArray.scalar(DType.F32, 40))),
        0.70875,
        1.07375);
  }

  @Test
  void unrolling_does_not_change_the_weights() {
    assertNear(LinearAlgebra.nnls(A, B, 3, NnlsOptions.DEFAULT.withUnroll(2)), 0.748714, 1.1534901);
  }

  @Test
  void columns_of_targets_are_problems_of_their_own() {
    var targets = NdArray.of(Shape.of(2, 2), 5, 6, 1, -1);
    assertNear(LinearAlgebra.nnls(A, targets, 10).ravel(), 0, 0, 0.70255274, 0.3995342);
  }

  @Test
  void a_matrix_of_zeros_gives_zeros() {
    assertNear(LinearAlgebra.nnls(Numpy.zeros(2, 2), B, 10), 0, 0);
    assertThat(LinearAlgebra.nnls(Numpy.zeros(2, 0), B, 10).shape()).isEqualTo(Shape.of(0));
  }

  @Test
  void weights_have_a_derivative_by_the_target() {
    // Only the second weight is above 0: x = (2 b1 + 4 b2) / 20.
    var ofTarget = grad((Array b) -> LinearAlgebra.nnls(A, b, 1000).sum());
    assertNear(ofTarget.apply(B), 0.1, 0.2);
  }

  @Test
  void the_iteration_traces() {
    var traced = jit((Array b) -> LinearAlgebra.nnls(A, b, 3));
    assertNear(traced.apply(B), 0.748714, 1.1534901);
  }

  @Test
  void shapes_fit() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> LinearAlgebra.nnls(A, Sample.row(1, 2, 3), 1))
        .withMessage(
            "nnls needs a matrix [m, n] and a target [m] or [m, k], but got f32[2,2] and f32[3]. Map it over several matrices with vmap.");
  }

  @Test
  void targets_are_of_floating_numbers() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> LinearAlgebra.nnls(A, B.astype(DType.I32), 1))
        .withMessage(
            "nnls needs floating-point numbers, but got i32[2]. Convert them with astype(DType.F32).");
  }

  @Test
  void numbers_are_not_negative() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> LinearAlgebra.nnls(A, B, -1))
        .withMessage("nnls needs iters of at least 0, but got -1. 1000 is usual.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> LinearAlgebra.nnls(A, B, 1, NnlsOptions.DEFAULT.withL(-1)))
        .withMessage(
            "nnls needs l of at least 0, but got -1.0. Leave it out to compute the bound.");
  }
}
