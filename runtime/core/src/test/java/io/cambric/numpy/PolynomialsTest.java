package io.cambric.numpy;

import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.poly;
import static io.cambric.numpy.Numpy.polyadd;
import static io.cambric.numpy.Numpy.polyder;
import static io.cambric.numpy.Numpy.polydiv;
import static io.cambric.numpy.Numpy.polyfit;
import static io.cambric.numpy.Numpy.polyint;
import static io.cambric.numpy.Numpy.polymul;
import static io.cambric.numpy.Numpy.polysub;
import static io.cambric.numpy.Numpy.polyval;
import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.numpy.Numpy.stack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withPrecision;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.option.PolyfitOptions;
import io.cambric.numpy.option.PolyfitOptions.Covariance;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

/** Polynomials; values are those of jax.numpy of jax 0.10.2. */
class PolynomialsTest {

  private static final Array X = array(0.0, 1.0, 2.0, 3.0, 4.0);
  private static final Array Y = array(1.0, 2.0, 5.0, 10.0, 18.0);

  @Test
  void poly_has_the_given_roots() {
    assertThat(poly(array(1.0, 2.0, -3.0)).toFloats()).containsExactly(1, 0, -7, 6);
    assertThat(poly(scalar(2)).toString()).isEqualTo("f32[2] [1.0, -2.0]");
    assertThat(poly(array(new double[0])).toString()).isEqualTo("f32[] 1.0");
    var roots = array(0.5, -1.5, 2.0);
    assertThat(polyval(poly(roots), roots).toFloats()).containsExactly(0, 0, 0);
  }

  @Test
  void poly_refuses_matrices() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> poly(ones(2, 2)))
        .withMessage("poly needs a vector of roots, but got f32[2,2].");
  }

  @Test
  void sums_and_differences_meet_at_the_constant_term() {
    var integers = array(1, 2, 3);
    var reals = array(4.0, 5.0);

    assertThat(polyadd(integers, reals).toString()).isEqualTo("f32[3] [1.0, 6.0, 8.0]");
    assertThat(polysub(integers, reals).toFloats()).containsExactly(1, -2, -2);
    assertThat(polysub(array(4, 5), integers).toString()).isEqualTo("i32[3] [-1, 2, 2]");
  }

  @Test
  void polymul_keeps_leading_zeros_unless_asked() {
    var x = array(0, 0, 1, 2);
    var y = array(4.0, 5.0);

    assertThat(polymul(array(1, 2, 3), y).toFloats()).containsExactly(4, 13, 22, 15);
    assertThat(polymul(x, y).toFloats()).containsExactly(0, 0, 4, 13, 10);
    assertThat(polymul(x, y, true).toFloats()).containsExactly(4, 13, 10);
    assertThat(polymul(array(new double[0]), y).toFloats()).containsExactly(0, 0);
  }

  @Test
  void polydiv_gives_quotient_and_remainder() {
    var x = array(2.0, 7.0, 6.0, 5.0);
    var y = array(2.0, 1.0);

    var both = polydiv(x, y);
    assertThat(both.quotient().toFloats()).containsExactly(1, 3, 1.5f);
    assertThat(both.remainder().toFloats()).containsExactly(0, 0, 0, 3.5f);
    assertThat(polydiv(x, y, true).remainder().toFloats()).containsExactly(3.5f);
    assertThat(polydiv(array(2.0), y).quotient().toFloats()).containsExactly(0);
    assertThat(polydiv(array(2.0), y).remainder().toFloats()).containsExactly(2);
  }

  @Test
  void polyder_lowers_the_degree() {
    var x = array(3, 2, 1, 5);

    assertThat(polyder(x).toString()).isEqualTo("f32[3] [9.0, 4.0, 1.0]");
    assertThat(polyder(x, 2).toFloats()).containsExactly(18, 4);
    assertThat(polyder(x, 0).toFloats()).containsExactly(3, 2, 1, 5);
    assertThat(polyder(x, 5).shape()).isEqualTo(Shape.of(0));
  }

  @Test
  void polyint_takes_constants_of_each_integration() {
    var x = array(12.0, 6.0, 1.0);

    assertThat(polyint(x).toFloats()).containsExactly(4, 3, 1, 0);
    assertThat(polyint(x, 2, array(3.0, 4.0)).toFloats()).containsExactly(1, 1, 0.5f, 3, 4);
    assertThat(polyint(array(12.0, 6.0), 3, scalar(6)).toFloats())
        .containsExactly(0.5f, 1, 3, 6, 6);
    assertThat(polyder(polyint(x, 2, array(3.0, 4.0)), 2).toFloats()).containsExactly(12, 6, 1);
  }

  @Test
  void polyint_names_the_constants_that_do_not_fit() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> polyint(array(1.0), 3, array(1.0, 2.0)))
        .withMessage(
            "polyint of order 3 needs one constant, or a vector with one for each integration, but got f32[2].");
  }

  @Test
  void coefficients_are_computed_in_the_dtype_of_the_polynomial() {
    var x = array(1.0, 1.0).astype(DType.F64);

    assertThat(polyint(polyint(x, 2), 1).get(0).item()).isEqualTo(1.0 / 24);
  }

  @Test
  void polyfit_minimises_squared_residuals() {
    assertThat(polyfit(X, Y, 2).toFloats())
        .containsExactly(new float[] {1.1428586f, -0.3714346f, 1.0857199f}, withPrecision(1e-5f));
    assertThat(polyfit(X, stack(Y, X.mul(2)).transpose(), 1).ravel().toFloats())
        .containsExactly(new float[] {4.2f, 2, -1.2f, 0}, withPrecision(1e-5f));
    var slope = Transforms.grad((Array y) -> polyfit(X, y, 2).get(0)).apply(Y);
    assertThat(slope.toFloats())
        .containsExactly(
            new float[] {0.14285715f, -0.07142858f, -0.14285715f, -0.07142856f, 0.14285715f},
            withPrecision(1e-5f));
  }

  @Test
  void polyfit_reports_how_well_it_fits() {
    var fit = polyfit(X, Y, 2, PolyfitOptions.defaults().withCovariance(Covariance.SCALED));

    assertThat(fit.residuals().toFloats())
        .containsExactly(new float[] {0.1142864f}, withPrecision(1e-5f));
    assertThat(fit.rank().item()).isEqualTo(3);
    assertThat(fit.singularValues().toFloats())
        .containsExactly(new float[] {1.634379f, 0.5595005f, 0.1255591f}, withPrecision(1e-5f));
    assertThat(fit.rcond()).isEqualTo(5 * 0x1p-23);
    assertThat(fit.covariance().ravel().toFloats())
        .containsExactly(
            new float[] {
              0.0040817f,
              -0.0163266f,
              0.0081633f,
              -0.0163266f,
              0.0710209f,
              -0.0440819f,
              0.0081633f,
              -0.0440819f,
              0.0506126f
            },
            withPrecision(1e-5f));
  }

  @Test
  void polyfit_weighs_residuals() {
    var options =
        PolyfitOptions.defaults()
            .withWeights(array(1.0, 2.0, 1.0, 2.0, 1.0))
            .withCovariance(Covariance.UNSCALED);

    var fit = polyfit(X, Y, 2, options);
    assertThat(fit.coefficients().toFloats())
        .containsExactly(new float[] {1.1521745f, -0.4836982f, 1.2282627f}, withPrecision(1e-5f));
    assertThat(fit.covariance().get(0).toFloats())
        .containsExactly(new float[] {0.0597829f, -0.2391318f, 0.1521749f}, withPrecision(1e-5f));
    assertThat(
            polyfit(X, stack(Y, Y).transpose(), 1, options.withCovariance(Covariance.SCALED))
                .covariance()
                .shape())
        .isEqualTo(Shape.of(2, 2, 2));
  }

  @Test
  void polyfit_names_what_does_not_fit() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> polyfit(X, ones(4), 1))
        .withMessage(
            "polyfit needs a vector of points, a value or a row of values for each, and a weight for each, but got f32[5], f32[4].");
    var scaled = PolyfitOptions.defaults().withCovariance(Covariance.SCALED);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> polyfit(X, Y, 4, scaled))
        .withMessage(
            "polyfit needs more points than coefficients to scale covariances, but got 5 points for 5 coefficients. Use Covariance.UNSCALED.");
  }
}
