package io.cambric.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Derivatives at and near points where a formula divides by zero and the function does not. Numbers
 * are sums of power series in decimal arithmetic of 60 digits.
 */
class SpecialDerivativesTest {

  private static final Map<String, ArrayFn> FUNCTIONS =
      Map.of(
          "sinc", Numpy::sinc,
          "i0", Special::i0,
          "i1", Special::i1,
          "i0e", Special::i0e,
          "i1e", Special::i1e,
          "logit", Special::logit);

  private static Array derivative(String name, int order, double x, DType dtype) {
    ArrayFn function = FUNCTIONS.get(name);
    for (int i = 0; i < order; i++) {
      ArrayFn before = function;
      function = at -> Transforms.grad(before).apply(at);
    }
    return function.apply(Numpy.full(Shape.of(), x, dtype));
  }

  private static void assertDerivative(String name, int order, double x, double expected) {
    for (var dtype : new DType[] {DType.F32, DType.F64}) {
      double tolerance = dtype == DType.F32 ? 2e-6 : 1e-12;
      assertThat(derivative(name, order, x, dtype).item())
          .as("derivative %d of %s at %s in %s", order, name, x, dtype)
          .isCloseTo(expected, within(tolerance * Math.abs(expected)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1",
    "1, 0, 0",
    "2, 0, -3.2898681336964528",
    "1, 1e-38, -3.2898681336964527e-38",
    "2, 1e-38, -3.2898681336964528",
    "3, 1e-37, 1.9481818206800486e-36",
    "1, 1e-10, -3.2898681336964531e-10",
    "2, 1e-10, -3.2898681336964528",
    "3, 1e-10, 1.9481818206800488e-09",
    "1, -5e-4, 0.0016449336609770495",
    "2, -5e-4, -3.2898656984695345",
    "3, -5e-4, -0.0097409062421231572",
    "1, 0.3, -0.90202813013888883",
    "2, 0.3, -2.4584852862661744",
    "3, 0.3, 5.2474931529243696",
    "1, 1.5, 0.14147106052612918",
    "2, 1.5, 1.90576702169169",
    "3, 1.5, -3.81153404338338"
  })
  void sinc_has_the_derivatives_of_its_series_near_0_and_of_its_quotient_far_from_it(
      int order, double x, double expected) {
    assertDerivative("sinc", order, x, expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, 0, 0.5",
    "2, 0, 0.5, 0",
    "3, 0, 0, 0.375",
    "1, 1e-6, 5.0000000000006255e-07, 0.50000000000018752",
    "2, 1e-6, 0.50000000000018752, 3.750000000000521e-07",
    "3, 1e-6, 3.750000000000521e-07, 0.37500000000015626",
    "1, 2, 1.5906368546373291, 1.4842668750174028",
    "2, -1.5, 0.99227890405428576, -0.75644334968745375",
    "3, -1.5, -0.75644334968745375, 0.78828077611658842"
  })
  void bessel_functions_have_the_derivatives_of_their_series(
      int order, double x, double i0, double i1) {
    assertDerivative("i0", order, x, i0);
    assertDerivative("i1", order, x, i1);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, 0, 0.5",
    "2, 0, 0.5, 0",
    "3, 0, 0, 0.375",
    "1, 1e-6, -0.99999850000125001, 0.4999990000009375",
    "2, 1e-6, 1.4999975000021875, -0.99999812500175",
    "3, 1e-6, -2.4999956250039377, 1.8749965000032813",
    "1, -1.5, 0.14839422163323265, 0.0023679633526155525",
    "2, -1.5, 0.15076218498584823, 0.054989988367180512",
    "3, 2, -0.096671715997893717, 0.044570735032239482"
  })
  void scaled_bessel_functions_have_the_derivatives_of_their_series(
      int order, double x, double i0e, double i1e) {
    assertDerivative("i0e", order, x, i0e);
    assertDerivative("i1e", order, x, i1e);
  }

  /** The first terms of the asymptotic series, differentiated: c x^(-3/2) with c = 1/sqrt(2 pi). */
  @ParameterizedTest
  @CsvSource({"1, -1.99471140200716e-13", "2, 2.99206710301075e-21", "3, -7.48016775752687e-29"})
  void far_out_scaled_bessel_functions_fall_like_roots(int order, double expected) {
    assertThat(derivative("i0e", order, 1e8, DType.F32).item())
        .isCloseTo(expected, within(1e-6 * Math.abs(expected)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1e20", "2, -Infinity", "3, Infinity"})
  void derivatives_of_logit_that_no_f32_holds_are_infinite(int order, double expected) {
    double actual = derivative("logit", order, 1e-20, DType.F32).item();
    if (Double.isInfinite(expected)) {
      assertThat(actual).isEqualTo(Double.valueOf(expected));
    } else {
      assertThat(actual).isCloseTo(expected, within(1e-6 * expected));
    }
  }
}
