package io.cambric.optax.linearalgebra;

import static io.cambric.optax.base.Near.assertNear;
import static io.cambric.optax.linearalgebra.PowerIterationTest.MATRIX;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roots of a matrix, by their definition and by values of Optax 0.2.8. */
class InverseRootsTest {

  @Test
  void the_inverse_square_root_is_that_of_optax() {
    var found = LinearAlgebra.matrixInversePthRoot(MATRIX, 2);
    assertNear(found.root().get(0), 0.51804733, -0.09148139, -0.03217885);
    assertNear(found.root().get(1, 1), 0.64170766);
    assertThat(found.error().item()).isLessThan(1e-6);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 16})
  void powers_of_roots_are_inverses(int p) {
    var root = LinearAlgebra.matrixInversePthRoot(MATRIX, p).root();
    var product = Linalg.matrixPower(root, p).matmul(MATRIX).ravel().toFloats();
    for (int i = 0; i < product.length; i++) {
      assertThat(product[i]).isCloseTo(i % 4 == 0 ? 1 : 0, within(5e-5f));
    }
  }

  @Test
  void a_matrix_of_one_number_has_the_root_of_that_number() {
    var found = LinearAlgebra.matrixInversePthRoot(NdArray.of(Shape.of(1, 1), 4), 2);
    assertNear(found.root().ravel(), 0.49999976);
    assertNear(found.error(), 0);
  }

  @Test
  void a_ridge_keeps_singular_matrices_invertible() {
    var singular = NdArray.of(Shape.of(2, 2), 1, 0, 0, 0);
    var root =
        LinearAlgebra.matrixInversePthRoot(
                singular, 2, InverseRootOptions.DEFAULT.withRidgeEpsilon(0.25))
            .root();
    assertNear(root.ravel(), 0.8944272, 0, 0, 2);
  }

  @Test
  void without_iterations_the_root_is_the_first_one() {
    // z = (1 + 1) / (2 |I|) with |I| = sqrt 2.
    var root =
        LinearAlgebra.matrixInversePthRoot(
                Numpy.eye(2), 1, InverseRootOptions.DEFAULT.withNumIters(0).withRidgeEpsilon(0))
            .root();
    assertNear(root.ravel(), 0.70710678, 0, 0, 0.70710678);
  }

  @Test
  void a_larger_tolerance_stops_earlier() {
    var found =
        LinearAlgebra.matrixInversePthRoot(
            MATRIX, 2, InverseRootOptions.DEFAULT.withErrorTolerance(0.1));
    assertThat(found.error().item()).isBetween(1e-6, 0.1);
  }

  @Test
  void roots_have_the_dtype_of_the_matrix() {
    assertThat(LinearAlgebra.matrixInversePthRoot(MATRIX.astype(DType.BF16), 2).root().dtype())
        .isEqualTo(DType.BF16);
  }

  @Test
  void the_iteration_traces() {
    var traced = jit((Array x) -> LinearAlgebra.matrixInversePthRoot(x, 2).root());
    assertNear(traced.apply(MATRIX).get(0), 0.51804733, -0.09148139, -0.03217885);
  }

  @Test
  void exponents_are_positive() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> LinearAlgebra.matrixInversePthRoot(MATRIX, 0))
        .withMessage(
            "matrix_inverse_pth_root needs p of at least 1, but got 0. 1 is for the inverse, 2 for its square root.");
  }

  @Test
  void matrices_are_square() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> LinearAlgebra.matrixInversePthRoot(Numpy.zeros(3), 2))
        .withMessage(
            "matrix_inverse_pth_root needs a square matrix, but got f32[3]. Map it over several matrices with vmap.");
  }

  @Test
  void options_are_not_negative() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            LinearAlgebra.matrixInversePthRoot(
                MATRIX, 2, InverseRootOptions.DEFAULT.withRidgeEpsilon(-1)))
        .withMessage(
            "matrix_inverse_pth_root needs ridge_epsilon of at least 0, but got -1.0. 1e-6 is usual.");
  }
}
