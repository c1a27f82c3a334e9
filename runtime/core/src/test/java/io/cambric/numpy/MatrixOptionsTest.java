package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.option.AssumeA;
import io.cambric.numpy.option.RankOptions;
import io.cambric.transform.Transforms;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Options of functions of matrices. Solutions are checked by the equations that they solve; other
 * numbers are those of JAX 0.10.2.
 */
class MatrixOptionsTest {

  private static final Array SYMMETRIC = Numpy.array(new double[][] {{1, 2}, {2, -3}});
  private static final Array POSITIVE = Numpy.array(new double[][] {{4, 1}, {1, 3}});
  private static final Array UPPER = Numpy.array(new double[][] {{1, 2}, {0, 3}});
  private static final Array NEARLY_SINGULAR =
      Numpy.array(new double[][] {{2, 1, 0}, {1, 2, 0}, {0, 0, 1e-3}});
  private static final Array B = Numpy.array(1.0, 2.0);

  @Test
  void singular_values_of_symmetric_matrices_come_from_their_eigenvalues() {
    var svd = Linalg.svd(SYMMETRIC, true, true);

    assertThat(svd.s().get(0).item()).isCloseTo(1 + Math.sqrt(8), within(1e-5));
    assertThat(svd.s().get(1).item()).isCloseTo(Math.sqrt(8) - 1, within(1e-5));
    var again = svd.u().mul(svd.s()).matmul(svd.vh());
    assertThat(Numpy.allclose(again, SYMMETRIC, 1e-5, 1e-6).toBoolean()).isTrue();
    assertThat(Numpy.allclose(Linalg.svd(SYMMETRIC, true, false).s(), svd.s()).toBoolean())
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void a_solution_fits_its_equations_whatever_is_assumed(AssumeA assumeA) {
    var x = ScipyLinalg.solve(POSITIVE, B, false, assumeA);
    assertThat(Numpy.allclose(POSITIVE.matmul(x), B, 1e-5, 1e-6).toBoolean()).isTrue();

    var slope =
        Transforms.grad((Array b) -> ScipyLinalg.solve(POSITIVE, b, true, assumeA).sum()).apply(B);
    assertThat(Numpy.allclose(POSITIVE.matmul(slope), Numpy.ones(2), 1e-5, 1e-6).toBoolean())
        .isTrue();
  }

  @Test
  void hermitian_singular_values_are_those_of_the_mean_with_the_transpose() {
    assertArray(Linalg.svdvals(UPPER, true)).isNear(1e-6, 3.414214, 0.5857865);
    assertArray(Linalg.svd(UPPER, true, true).s()).isNear(1e-6, 3.414214, 0.5857865);
  }

  @ParameterizedTest
  @EnumSource
  void the_derivative_of_a_solution_is_in_all_elements_whatever_is_assumed(AssumeA assumeA) {
    for (boolean lower : new boolean[] {false, true}) {
      var slope =
          Transforms.grad((Array a) -> ScipyLinalg.solve(a, B, lower, assumeA).sum())
              .apply(POSITIVE);

      assertArray(slope).isNear(1e-6, -0.01652893, -0.1157025, -0.02479339, -0.1735537);
    }
  }

  @Test
  void a_positive_definite_matrix_is_read_from_one_triangle() {
    var a = Numpy.array(new double[][] {{4, 1}, {2, 3}});

    assertArray(ScipyLinalg.solve(a, B, false, AssumeA.POS)).isNear(1e-6, 0.09090908, 0.6363637);
    assertArray(ScipyLinalg.solve(a, B, true, AssumeA.POS)).isNear(1e-6, -0.125, 0.75);
  }

  @Test
  void positive_definite_matrices_broadcast_and_are_mapped() {
    var many = Numpy.broadcastTo(POSITIVE, Shape.of(5, 2, 2));
    var b = Numpy.ones(Shape.of(2, 3), DType.F32);
    assertThat(ScipyLinalg.solve(many, b, false, AssumeA.POS).shape()).isEqualTo(Shape.of(5, 2, 3));
    var each =
        Transforms.vmap((Array a) -> ScipyLinalg.solve(a, B, false, AssumeA.POS)).apply(many);
    assertArray(each.get(3)).isNear(1e-6, 0.09090908, 0.6363637);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> ScipyLinalg.solve(POSITIVE, Numpy.ones(3), false, AssumeA.POS))
        .withMessage(
            "solve needs a right-hand side with as many rows as the matrices, but got "
                + "f32[2,2] and f32[3].");
  }

  @Test
  void the_tolerance_of_a_rank_is_a_bound_of_singular_values() {
    var x = Numpy.array(new double[][] {{1, 2}, {2, 4.001}});

    assertArray(Linalg.matrixRank(x)).hasElements(2);
    assertArray(Linalg.matrixRank(x, 0.01)).hasElements(1);
    assertArray(Linalg.matrixRank(x, 1e-5)).hasElements(2);
    assertArray(Linalg.matrixRank(x, RankOptions.DEFAULT.withHermitian(true))).hasElements(2);
    assertArray(Linalg.matrixRank(x, RankOptions.DEFAULT.withRtol(0.01).withHermitian(true)))
        .hasElements(1);
  }

  @Test
  void each_matrix_of_a_batch_may_have_a_tolerance_of_its_own() {
    var x =
        Numpy.stack(
            Numpy.array(new double[][] {{1, 2}, {2, 4.001}}),
            Numpy.eye(2).mul(3),
            Numpy.zeros(2, 2));

    assertArray(Linalg.matrixRank(x, RankOptions.DEFAULT.withRtol(Numpy.array(0.01, 4.0, 0.0))))
        .hasElements(1, 0, 0);
    assertArray(Linalg.matrixRank(x, RankOptions.DEFAULT.withHermitian(true))).hasElements(2, 2, 0);
  }

  @Test
  void a_hermitian_rank_is_that_of_the_mean_with_the_transpose() {
    var x = Numpy.array(new double[][] {{0, 1}, {-1, 0}});

    assertArray(Linalg.matrixRank(x, RankOptions.DEFAULT.withHermitian(true))).hasElements(0);
    assertArray(Linalg.matrixRank(x)).hasElements(2);
  }

  @Test
  void hermitian_pseudo_inverses_come_from_eigenvalues() {
    assertArray(Linalg.pinv(NEARLY_SINGULAR, RankOptions.DEFAULT.withHermitian(true)))
        .isNear(1e-3, 2 / 3., -1 / 3., 0, -1 / 3., 2 / 3., 0, 0, 0, 1000);
    assertArray(
            Linalg.pinv(NEARLY_SINGULAR, RankOptions.DEFAULT.withRtol(0.01).withHermitian(true)))
        .isNear(1e-6, 2 / 3., -1 / 3., 0, -1 / 3., 2 / 3., 0, 0, 0, 0);
    assertArray(Linalg.pinv(UPPER, RankOptions.DEFAULT.withHermitian(true)))
        .isNear(1e-6, 1.5, -0.5, -0.5, 0.5);
  }

  @Test
  void pseudo_inverses_of_a_batch_may_have_a_tolerance_each() {
    var x = Numpy.stack(NEARLY_SINGULAR, NEARLY_SINGULAR);
    var both = Linalg.pinv(x, RankOptions.DEFAULT.withRtol(Numpy.array(0.01, 1e-6)));

    assertArray(both.get(0)).isNear(1e-6, 2 / 3., -1 / 3., 0, -1 / 3., 2 / 3., 0, 0, 0, 0);
    assertArray(both.get(1)).isNear(1e-3, 2 / 3., -1 / 3., 0, -1 / 3., 2 / 3., 0, 0, 0, 1000);
  }

  @Test
  void the_gradient_of_a_hermitian_pseudo_inverse_is_symmetric() {
    var weights = Lax.reshape(Numpy.arange(1, 10, 1).astype(DType.F32), Shape.of(3, 3));
    assertArray(
            Transforms.grad((Array a) ->
                    Linalg.pinv(a, RankOptions.DEFAULT.withRtol(0.01).withHermitian(true))
                        .mul(weights)
                        .sum())
                .apply(NEARLY_SINGULAR))
        .isNear(1e-5, 1 / 3., -1 / 3., -1 / 3., -1 / 3., -1, 5 / 3., -1 / 3., 5 / 3., 0);
    assertArray(
            Transforms.grad((Array a) -> Linalg.pinv(a, 0.01).mul(weights).sum())
                .apply(NEARLY_SINGULAR))
        .isNear(1e-4, 1 / 3., 0, 1 / 3., -2 / 3., -1, 4 / 3., -1, 2, 0);
    var few = Numpy.array(new double[][] {{1, 2}, {3, 4}});
    assertArray(
            Transforms.grad((Array a) ->
                    Linalg.pinv(a, RankOptions.DEFAULT.withHermitian(true)).mul(few).sum())
                .apply(UPPER))
        .isNear(1e-3, 0.5, -0.75, -0.75, 0);
  }

  @Test
  void hermitian_matrices_have_to_be_square() {
    var tall = Numpy.ones(3, 2);
    for (var each :
        Map.<String, Supplier<Object>>of(
                "pinv", () -> Linalg.pinv(tall, RankOptions.DEFAULT.withHermitian(true)),
                "matrix_rank",
                    () -> Linalg.matrixRank(tall, RankOptions.DEFAULT.withHermitian(true)),
                "In svdvals: svd", () -> Linalg.svdvals(tall, true))
            .entrySet()) {
      assertThatExceptionOfType(ShapeException.class)
          .isThrownBy(() -> each.getValue().get())
          .withMessage(
              "%s needs square matrices, with last two axes of equal size, but got f32[3,2]."
                  .formatted(each.getKey()));
    }
  }
}
