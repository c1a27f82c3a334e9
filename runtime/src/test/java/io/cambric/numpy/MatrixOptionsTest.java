package io.cambric.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.core.Array;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Options of functions of matrices; solutions are checked by the equations that they solve. */
class MatrixOptionsTest {

  private static final Array SYMMETRIC = Numpy.array(new double[][] {{1, 2}, {2, -3}});
  private static final Array POSITIVE = Numpy.array(new double[][] {{4, 1}, {1, 3}});
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
}
