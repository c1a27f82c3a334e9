package io.cambric.lax.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.DoubleBesselMath;
import io.cambric.kernel.scalar.DoubleGammaMath;
import io.cambric.kernel.scalar.F32Ops;
import io.cambric.testing.FloatEdges;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The special functions of f32, against those in double precision. */
class SinglePrecisionTest {

  /** Coprime to powers of two, so that the test meets all exponents and many fractions. */
  private static final int STEP = 79_999;

  private static DoubleUnaryOperator exact(ScalarOp op) {
    return switch (op) {
      case LGAMMA -> DoubleGammaMath::lgamma;
      case DIGAMMA -> DoubleGammaMath::digamma;
      case TRIGAMMA -> DoubleGammaMath::trigamma;
      case BESSEL_I0E -> DoubleBesselMath::besselI0e;
      case BESSEL_I1E -> DoubleBesselMath::besselI1e;
      case BESSEL_I0E_DERIVATIVE -> DoubleBesselMath::besselI0eDerivative;
      case BESSEL_I1E_DERIVATIVE -> DoubleBesselMath::besselI1eDerivative;
      default -> throw new IllegalArgumentException(op + " is no special function");
    };
  }

  private static float apply(ScalarOp op, float x) {
    float[] out = new float[1];
    F32Ops.unary(op, new float[] {x}, 0, out, 0, 1);
    return out[0];
  }

  /** In ulp of the result, for numbers without a zero of the function but for those of lgamma. */
  @ParameterizedTest
  @CsvSource({
    "LGAMMA, -1, 3.0",
    "DIGAMMA, 0, 3.0",
    "TRIGAMMA, 0, 4.0",
    "BESSEL_I0E, -inf, 4.0",
    "BESSEL_I1E, -inf, 4.0",
    "BESSEL_I0E_DERIVATIVE, -inf, 4.0"
  })
  void errors_stay_below_the_bound(ScalarOp op, String least, double bound) {
    double from = least.equals("-inf") ? Double.NEGATIVE_INFINITY : Double.parseDouble(least);
    var exact = exact(op);
    double worst = 0;
    for (long bits = Integer.MIN_VALUE; bits <= Integer.MAX_VALUE; bits += STEP) {
      float x = Float.intBitsToFloat((int) bits);
      if (!(x >= from)) {
        continue;
      }
      double expected = exact.applyAsDouble(x);
      float nearest = (float) expected;
      float actual = apply(op, x);
      if (Float.isInfinite(nearest) || Float.isNaN(nearest)) {
        assertThat(Float.valueOf(actual)).as("%s of %s", op, x).isEqualTo((Float) nearest);
      } else {
        worst = Math.max(worst, Math.abs(actual - expected) / Math.ulp(nearest));
      }
    }
    assertThat(worst).isPositive().isLessThan(bound);
  }

  @Test
  void the_logarithm_of_gamma_of_negative_numbers_is_good_to_the_digits_of_its_terms() {
    for (int i = 0; i < 40_000; i++) {
      float x = -1 - i * 1.7e-3f;
      double expected = DoubleGammaMath.lgamma(x);
      float terms = (float) (1 + Math.abs(DoubleGammaMath.lgamma(1 - x)) + Math.abs(expected));
      if (Double.isInfinite(expected)) {
        assertThat(apply(ScalarOp.LGAMMA, x)).isEqualTo(Float.POSITIVE_INFINITY);
      } else {
        assertThat((double) apply(ScalarOp.LGAMMA, x))
            .as("lgamma(%s)", x)
            .isCloseTo(expected, within(8.0 * Math.ulp(terms)));
      }
    }
  }

  @Test
  void digamma_of_negative_numbers_is_good_to_the_digits_of_its_terms() {
    for (int i = 0; i < 40_000; i++) {
      float x = -i * 1.7e-3f;
      double expected = DoubleGammaMath.digamma(x);
      if (Double.isNaN(expected)) {
        assertThat(apply(ScalarOp.DIGAMMA, x)).isNaN();
      } else {
        float terms = (float) (Math.abs(DoubleGammaMath.digamma(1 - x)) + Math.abs(expected) + 1);
        assertThat((double) apply(ScalarOp.DIGAMMA, x))
            .as("digamma(%s)", x)
            .isCloseTo(expected, within(8.0 * Math.ulp(terms)));
      }
    }
  }

  @Test
  void trigamma_of_negative_numbers_is_good_to_the_digits_of_its_terms() {
    for (int i = 0; i < 20_000; i++) {
      float x = -i * 3.7e-3f;
      double expected = DoubleGammaMath.trigamma(x);
      if (Double.isInfinite(expected)) {
        assertThat(apply(ScalarOp.TRIGAMMA, x)).isEqualTo(Float.POSITIVE_INFINITY);
      } else {
        assertThat((double) apply(ScalarOp.TRIGAMMA, x))
            .as("trigamma(%s)", x)
            .isCloseTo(expected, within(8.0 * Math.ulp((float) expected)));
      }
    }
  }

  @Test
  void the_derivative_of_order_one_is_good_to_the_digits_of_its_terms() {
    for (int i = -40_000; i < 40_000; i++) {
      float x = i * 5e-4f;
      assertThat((double) apply(ScalarOp.BESSEL_I1E_DERIVATIVE, x))
          .as("the derivative at %s", x)
          .isCloseTo(exact(ScalarOp.BESSEL_I1E_DERIVATIVE).applyAsDouble(x), within(4e-7));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ScalarOp.class,
      names = {
        "LGAMMA",
        "DIGAMMA",
        "TRIGAMMA",
        "BESSEL_I0E",
        "BESSEL_I1E",
        "BESSEL_I0E_DERIVATIVE",
        "BESSEL_I1E_DERIVATIVE"
      })
  void special_values_are_those_of_double_precision(ScalarOp op) {
    for (float x : FloatEdges.all()) {
      float expected = (float) exact(op).applyAsDouble(x);
      if (expected == 0 || Float.isNaN(expected) || Float.isInfinite(expected)) {
        assertThat(Float.valueOf(apply(op, x))).as("%s of %s", op, x).isEqualTo((Float) expected);
      }
    }
  }

  static LongStream seeds() {
    return Seeds.of(10);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void differences_of_digammas_lose_no_digits(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      float a = (float) Math.exp(random.nextGaussian() * (1 + i % 5));
      float b = (float) Math.exp(random.nextGaussian() * (1 + i % 7));
      float second = i % 4 == 0 ? -a * (1 - random.nextFloat()) : b;
      if (a + second > 0) {
        double expected = GammaFunctions.polygammaDifference(0, a, second);
        float[] out = new float[1];
        F32Ops.binary(
            ScalarOp.DIGAMMA_DIFFERENCE, new float[] {a}, 0, new float[] {second}, 0, out, 0, 1);
        assertThat((double) out[0])
            .as("digamma(%s) - digamma(%s + %s)", a, a, second)
            .isCloseTo(expected, within(6.0 * Math.ulp((float) expected)));
      }
    }
  }

  @Test
  void a_difference_over_a_negative_distance_is_that_of_two_polygammas() {
    for (int order = 0; order < 3; order++) {
      assertThat(GammaFunctions.polygammaDifference(order, 47.25, -46.5))
          .isCloseTo(
              GammaFunctions.polygamma(order, 47.25) - GammaFunctions.polygamma(order, 0.75),
              within(1e-12));
    }
  }
}
