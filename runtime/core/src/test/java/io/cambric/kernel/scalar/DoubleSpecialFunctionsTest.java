package io.cambric.kernel.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.kernel.ScalarOp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gamma and Bessel functions of f64, against values of mpmath with 40 digits. */
class DoubleSpecialFunctionsTest {

  private static double apply(ScalarOp op, double x) {
    double[] out = new double[1];
    F64Ops.unary(op, new double[] {x}, 0, out, 0, 1);
    return out[0];
  }

  /** Bounds in ulp. Where both terms of a derivative nearly cancel, some digits are lost. */
  @ParameterizedTest
  @CsvSource({
    "LGAMMA, 1e-300, 690.7755278982137, 4",
    "LGAMMA, 0.25, 1.2880225246980774, 4",
    "LGAMMA, 0.999, 0.0005780385328913802, 4",
    "LGAMMA, 1.0000001, -5.772155829918507e-08, 4",
    "LGAMMA, 1.5, -0.12078223763524522, 4",
    "LGAMMA, 2.0000003, 1.268353295317493e-07, 4",
    "LGAMMA, 2.9, 0.6028696102493114, 4",
    "LGAMMA, 3.1, 0.7873750832738625, 4",
    "LGAMMA, 7.5, 7.534364236758733, 4",
    "LGAMMA, 171.0, 706.5730622457874, 4",
    "LGAMMA, 1e+17, 3.8143946580898775e+18, 4",
    "LGAMMA, -1e-09, 20.723265837523627, 4",
    "LGAMMA, -0.5, 1.2655121234846454, 4",
    "LGAMMA, -1.5, 0.860047015376481, 4",
    "LGAMMA, -10.25, -14.20399790093109, 4",
    "DIGAMMA, 1e-05, -100000.57719921567, 4",
    "DIGAMMA, 0.3, -3.502524222200133, 4",
    "DIGAMMA, 1.4616, -3.110625123034165e-05, 4",
    "DIGAMMA, 1.7, 0.2085478748734939, 4",
    "DIGAMMA, 2.99, 0.9188272688594854, 4",
    "DIGAMMA, 3.01, 0.9267259898432608, 4",
    "DIGAMMA, 12.5, 2.4851956512749123, 4",
    "DIGAMMA, 1000000000.0, 20.723265836446412, 4",
    "DIGAMMA, -0.25, 2.9141391202135276, 6",
    "DIGAMMA, -7.75, -1.0307688328309315, 6",
    "TRIGAMMA, 1e-05, 10000000001.644909, 4",
    "TRIGAMMA, 0.3, 12.245364546107732, 4",
    "TRIGAMMA, 1.7, 0.7932328301639984, 4",
    "TRIGAMMA, 2.99, 0.3964811746787786, 4",
    "TRIGAMMA, 3.01, 0.39339885312970957, 4",
    "TRIGAMMA, 12.5, 0.08328522460157838, 4",
    "TRIGAMMA, 1000000000.0, 1.0000000005e-09, 4",
    "TRIGAMMA, -0.25, 18.541879647671607, 6",
    "TRIGAMMA, -7.75, 19.61814433435229, 6",
    "BESSEL_I0E, 0.001, 0.9990007495835156, 5",
    "BESSEL_I0E, 2.5, 0.27004644161220276, 5",
    "BESSEL_I0E, -9.99, 0.12789909451707868, 5",
    "BESSEL_I0E, 10.01, 0.12776768131419955, 5",
    "BESSEL_I0E, 600.0, 0.01629014665630598, 5",
    "BESSEL_I1E, 0.001, 0.0004995003123542213, 5",
    "BESSEL_I1E, 2.5, 0.20658464953126657, 5",
    "BESSEL_I1E, -9.99, -0.12131827519314504, 5",
    "BESSEL_I1E, 10.01, 0.12120716289027114, 5",
    "BESSEL_I1E, 600.0, 0.016276565868339667, 5",
    "BESSEL_I0E_DERIVATIVE, 0.001, -0.9985012492711614, 6",
    "BESSEL_I0E_DERIVATIVE, 2.5, -0.06346179208093619, 6",
    "BESSEL_I0E_DERIVATIVE, 10.01, -0.006560518423928396, 6",
    "BESSEL_I0E_DERIVATIVE, 600.0, -1.3580787966314241e-05, 6",
    "BESSEL_I0E_DERIVATIVE, -9.99, 0.0065808193239336185, 60",
    "BESSEL_I1E_DERIVATIVE, 0.001, 0.49900093691694, 8",
    "BESSEL_I1E_DERIVATIVE, 0.9, 0.0664725120273431, 8",
    "BESSEL_I1E_DERIVATIVE, -10.01, -0.005548089257417372, 8",
    "BESSEL_I1E_DERIVATIVE, 600.0, -1.354682181425187e-05, 8",
    "BESSEL_I1E_DERIVATIVE, 9.99, -0.005563152166871691, 60"
  })
  void values_are_right_to_a_few_units_of_the_last_place(
      ScalarOp op, double x, double expected, double bound) {
    assertThat(apply(op, x)).isCloseTo(expected, within(bound * Math.ulp(expected)));
  }

  @ParameterizedTest
  @CsvSource({
    "LGAMMA, 0, Infinity",
    "LGAMMA, -3, Infinity",
    "LGAMMA, Infinity, Infinity",
    "LGAMMA, -Infinity, Infinity",
    "LGAMMA, 1, 0",
    "LGAMMA, 2, 0",
    "LGAMMA, NaN, NaN",
    "DIGAMMA, 0, NaN",
    "DIGAMMA, -3, NaN",
    "DIGAMMA, Infinity, Infinity",
    "DIGAMMA, -Infinity, NaN",
    "TRIGAMMA, 0, Infinity",
    "TRIGAMMA, -3, Infinity",
    "TRIGAMMA, Infinity, NaN",
    "BESSEL_I0E, 0, 1",
    "BESSEL_I0E, -Infinity, 0",
    "BESSEL_I1E, -0.0, -0.0",
    "BESSEL_I1E, NaN, NaN",
    "BESSEL_I0E_DERIVATIVE, 0, 0",
    "BESSEL_I1E_DERIVATIVE, 0, 0.5"
  })
  void poles_limits_and_zeros_are_exact(ScalarOp op, double x, double expected) {
    assertThat(Double.valueOf(apply(op, x))).isEqualTo((Double) expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 1e-09, -4.934802192130281e-09",
    "0.02, 700.0, -57.09518378115502",
    "3.5, -3.25, 5.330610174021508",
    "40.0, 2.0, -0.04939024390243903",
    "100000000.0, 1.0, -1e-08",
    "100000000.0, 1000000000000.0, -9.210440371976016"
  })
  void differences_of_digammas_lose_no_digits(double a, double b, double expected) {
    double[] out = new double[1];
    F64Ops.binary(ScalarOp.DIGAMMA_DIFFERENCE, new double[] {a}, 0, new double[] {b}, 0, out, 0, 1);
    assertThat(out[0]).isCloseTo(expected, within(5 * Math.ulp(expected)));
  }
}
