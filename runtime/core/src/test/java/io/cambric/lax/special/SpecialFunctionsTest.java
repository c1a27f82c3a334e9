package io.cambric.lax.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.kernel.scalar.DoubleGammaMath;
import io.cambric.lax.op.RealFunctionOp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Special functions in double precision, compared with SciPy 1.17. */
class SpecialFunctionsTest {

  private static final double EXACT = 1e-13;

  private static double at(RealFunctionOp operation, double... point) {
    return operation.at(point);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.25, 0.5204998778130466, 0.47950012218695337",
    "3, 2.5, 0.45618688411667035, 0.5438131158833297",
    "20, 30, 0.9781265315586091, 0.02187346844139091",
    "100, 95, 0.3173568111698001, 0.6826431888301999",
    "0.001, 1, 0.9997803916424145, 0.0002196083575855568",
    "2, 0, 0, 1",
    "2, Infinity, 1, 0",
    "-1, 2, NaN, NaN"
  })
  void incomplete_gamma_functions_are_right_on_both_sides_of_a(
      double a, double x, double lower, double upper) {
    assertThat(at(new Igamma(false), a, x)).isCloseTo(lower, within(EXACT));
    assertThat(at(new Igamma(true), a, x)).isCloseTo(upper, within(EXACT));
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.25", "0.5, 2.5", "3, 2.5", "3, 9", "20, 15", "20, 30", "100, 95"})
  void the_derivatives_along_a_are_the_limits_of_differences(double a, double x) {
    double step = 1e-4 * a;
    double difference =
        (at(new Igamma(false), a + step, x) - at(new Igamma(false), a - step, x)) / (2 * step);
    assertThat(at(new IgammaGradA(), a, x)).isCloseTo(difference, within(1e-7));
    double density = Math.exp((a - 1) * Math.log(x) - x - DoubleGammaMath.lgamma(a));
    assertThat(at(new RandomGammaGrad(), a, x) * -density)
        .isCloseTo(at(new IgammaGradA(), a, x), within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.5, 0.25, 0.33333333333333337",
    "3, 2, 0.7, 0.6517",
    "50, 60, 0.4, 0.12470685834310022",
    "0.01, 5, 0.5, 0.9998897842885545",
    "2, 3, 0, 0",
    "2, 3, 1, 1",
    "2, 3, 1.5, NaN",
    "0, 0, 0.5, NaN"
  })
  void the_incomplete_beta_function_is_right_on_both_sides_of_its_mean(
      double a, double b, double x, double expected) {
    assertThat(at(new RegularizedIncompleteBeta(), a, b, x)).isCloseTo(expected, within(EXACT));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0.5, 4.93480220054468",
    "1.5, 3, 1.2588219580922144",
    "10, 0.001, 9.999999999999997e29",
    "2, -2.5, 9.539246644989124",
    "3, -2.5, 0.05410202582086408",
    "2, -1000000.5, 9.8696034010896",
    "1, 3, Infinity",
    "2, -3, Infinity",
    "3, -3, NaN",
    "0.5, 3, NaN"
  })
  void zeta_sums_from_negative_numbers_too(double s, double q, double expected) {
    double actual = at(new Zeta(), s, q);
    if (Double.isFinite(expected)) {
      assertThat(actual).isCloseTo(expected, within(EXACT * Math.abs(expected) + 1e-14));
    } else {
      assertThat(actual).isEqualTo(Double.valueOf(expected));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.64503527044915, 0.15642080318487173",
    "-3, 0.24300035416182536, -0.19682671329730084",
    "8, 0.1434317818568503, 0.13414249329269812",
    "8.1, 0.14251180948829525, 0.13340068832583662",
    "100, 0.03994437929909668, 0.03974415302513025"
  })
  void bessel_functions_are_right_in_both_series(double x, double i0e, double i1e) {
    assertThat(at(new BesselI0e(), x)).isCloseTo(i0e, within(1e-15));
    assertThat(at(new BesselI1e(), x)).isCloseTo(i1e, within(1e-15));
  }
}
