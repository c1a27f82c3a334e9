package io.cambric.lax.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Special;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Beta and gamma functions, compared with Stirling's series in decimal arithmetic of 80 digits. */
class BetaFunctionsTest {

  private static Array scalar(double value, DType dtype) {
    return Numpy.full(Shape.of(), value, dtype);
  }

  private static void assertNear(double actual, double expected, DType dtype) {
    double tolerance = dtype == DType.F32 ? 1e-6 : 1e-13;
    assertThat(actual).isCloseTo(expected, within(tolerance * Math.abs(expected)));
  }

  @ParameterizedTest
  @CsvSource({
    "1e6, 1, -13.815510557964274",
    "1, 1e6, -13.815510557964274",
    "1e8, 0.5, -8.6379754278014822",
    "1e6, 1e6, -1386300.0033629211",
    "12, 15, -18.568172732389435",
    "0.5, 20, -0.91925184440660401",
    "1e12, 3, -82.199916167228693"
  })
  void the_logarithm_of_beta_keeps_its_digits_for_large_operands(
      double a, double b, double expected) {
    for (var dtype : new DType[] {DType.F32, DType.F64}) {
      var logarithm = Special.betaln(scalar(a, dtype), scalar(b, dtype)).item();
      assertNear(logarithm, expected, dtype);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1e6, 1, -1e-6, -14.392726722865724",
    "1e8, 0.5, -5.0000000125000003e-09, -20.384190769973788",
    "1e6, 1e6, -0.69314743056000783, -0.69314743056000783",
    "12, 15, -0.83454237133770048, -0.60285738965271873",
    "0.5, 20, -4.9593464207290703, -0.025312402465497531"
  })
  void its_derivatives_keep_them_too(double a, double b, double alongA, double alongB) {
    for (var dtype : new DType[] {DType.F32, DType.F64}) {
      var x = scalar(a, dtype);
      var y = scalar(b, dtype);
      assertNear(
          Transforms.grad((Array at) -> Special.betaln(at, y)).apply(x).item(), alongA, dtype);
      assertNear(
          Transforms.grad((Array at) -> Special.betaln(x, at)).apply(y).item(), alongB, dtype);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1e6, 1, 1e-12, -9.999995000001667e-07",
    "1e8, 0.5, 5.0000000249999998e-17, -1e-8",
    "12, 15, 0.049170499555371214, -0.037731373316397178"
  })
  void its_second_derivatives_keep_them_too(double a, double b, double twiceA, double mixed) {
    for (var dtype : new DType[] {DType.F32, DType.F64}) {
      var x = scalar(a, dtype);
      var y = scalar(b, dtype);
      ArrayFn slope = at -> Transforms.grad((Array from) -> Special.betaln(from, y)).apply(at);
      ArrayFn alongB = at -> Transforms.grad((Array from) -> Special.betaln(from, at)).apply(x);
      assertNear(Transforms.grad(slope).apply(x).item(), twiceA, dtype);
      assertNear(Transforms.grad(alongB).apply(y).item(), mixed, dtype);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1e6, 1, 1e-6",
    "2, 3, 0.083333333333333329",
    "-2.5, 3, -1.0666666666666667",
    "-0.5, 1e6, -3544.9063724704565",
    "-1.5, -2.25, -15.376133012440096",
    "-3, 1, -0.33333333333333331",
    "-3, 2, 0.16666666666666666",
    "-1.5, -2.5, 0",
    "0, 1, Infinity",
    "-3, 2.5, NaN",
    "1, Infinity, 0"
  })
  void beta_has_a_sign_and_limits_as_in_scipy(double a, double b, double expected) {
    double actual = new Beta().at(new double[] {a, b});
    if (Double.isFinite(expected)) {
      assertThat(actual).isCloseTo(expected, within(1e-13 * Math.abs(expected)));
    } else {
      assertThat(actual).isEqualTo(Double.valueOf(expected));
    }
  }

  @Test
  void the_gradient_of_beta_is_beta_times_that_of_its_logarithm() {
    var one = scalar(1, DType.F32);
    var gradient = Transforms.grad((Array a) -> Special.beta(a, one));

    assertNear(gradient.apply(scalar(1e6, DType.F32)).item(), -1e-12, DType.F32);
  }

  @ParameterizedTest
  @CsvSource({
    "1e6, 1e6, 0.5, 1128.3790260481255",
    "1e6, 2e6, 0.3333, 1454.9273505995625",
    "20, 1e5, 2e-4, 8884.4168478611609"
  })
  void the_beta_density_of_large_parameters_is_no_difference_of_logarithms(
      double a, double b, double x, double expected) {
    double slope =
        Transforms.grad(
                (Array at) -> Special.betainc(scalar(a, DType.F64), scalar(b, DType.F64), at))
            .apply(scalar(x, DType.F64))
            .item();
    assertThat(slope).isCloseTo(expected, within(1e-10 * expected));
  }

  @ParameterizedTest
  @CsvSource({"1e6, 0.00039894224715624404", "1.001e6, 0.00024180950473148182"})
  void the_gamma_density_of_a_large_parameter_is_none_either(double x, double expected) {
    double slope =
        Transforms.grad((Array at) -> Special.gammainc(scalar(1e6, DType.F32), at))
            .apply(scalar(x, DType.F32))
            .item();
    assertThat(slope).isCloseTo(expected, within(1e-6 * expected));
  }

  /** Sums of their series, and of the binomial distribution, in decimal arithmetic of 50 digits. */
  @Test
  void far_below_the_mean_incomplete_functions_are_powers() {
    assertThat(new Igamma(false).at(new double[] {10, 1e-10}))
        .isCloseTo(2.7557319221480683e-107, within(1e-119));
    assertThat(new RegularizedIncompleteBeta().at(new double[] {10, 20, 1e-10}))
        .isCloseTo(2.0030009965402711e-93, within(1e-105));
  }

  @Test
  void incomplete_functions_of_large_parameters_sum_until_they_settle() {
    assertThat(new RegularizedIncompleteBeta().at(new double[] {1e8, 1e8, 0.5}))
        .isCloseTo(0.5, within(1e-10));
    // 1/2 - 1 / (3 sqrt(2 pi a)): https://dlmf.nist.gov/8.11.E12
    assertThat(new Igamma(true).at(new double[] {1e8, 1e8}))
        .isCloseTo(0.49998670192398, within(1e-10));
  }
}
