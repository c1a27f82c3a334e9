package io.cambric.kernel.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.kernel.ScalarOp;
import io.cambric.testing.FloatEdges;
import io.cambric.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The f32 functions of all kernels, against double precision. */
class ScalarMathTest {

  private static final List<ScalarOp> FUNCTIONS =
      List.of(
          ScalarOp.EXP,
          ScalarOp.EXP2,
          ScalarOp.EXPM1,
          ScalarOp.LOG,
          ScalarOp.LOG1P,
          ScalarOp.TANH,
          ScalarOp.LOGISTIC,
          ScalarOp.ERF,
          ScalarOp.ERFC,
          ScalarOp.ERF_INV,
          ScalarOp.RSQRT,
          ScalarOp.SIGN,
          ScalarOp.FLOOR,
          ScalarOp.CEIL,
          ScalarOp.ROUND_AWAY,
          ScalarOp.ROUND_EVEN,
          ScalarOp.SIN,
          ScalarOp.COS,
          ScalarOp.TAN,
          ScalarOp.ASIN,
          ScalarOp.ACOS,
          ScalarOp.ATAN,
          ScalarOp.SINH,
          ScalarOp.COSH,
          ScalarOp.ASINH,
          ScalarOp.ACOSH,
          ScalarOp.ATANH,
          ScalarOp.CBRT);

  /** Coprime to powers of two, so that the test meets all exponents and many fractions. */
  private static final int STEP = 19_997;

  /**
   * The table of errors, in ulp of the result: the bounds that {@link ScalarMath} keeps. They are a
   * little above the errors that were measured with a step of 997.
   */
  @ParameterizedTest
  @CsvSource({
    "EXP, 1.0",
    "EXP2, 1.0",
    "EXPM1, 1.5",
    "LOG, 1.0",
    "LOG1P, 1.0",
    "TANH, 2.0",
    "LOGISTIC, 2.0",
    "ERF, 1.0",
    "ERFC, 2.0",
    "RSQRT, 1.5",
    "SIGN, 0.1",
    "FLOOR, 0.1",
    "CEIL, 0.1",
    "ROUND_AWAY, 0.1",
    "ROUND_EVEN, 0.1",
    "SIN, 1.5",
    "COS, 1.5",
    "TAN, 1.5",
    "ASIN, 2.0",
    "ACOS, 1.5",
    "ATAN, 1.6",
    "SINH, 1.8",
    "COSH, 1.5",
    "ASINH, 1.1",
    "ACOSH, 1.0",
    "ATANH, 1.0",
    "CBRT, 1.0"
  })
  void errors_stay_below_the_bound(ScalarOp op, double bound) {
    var exact = exact(op);
    double worst = 0;
    for (long bits = Integer.MIN_VALUE; bits <= Integer.MAX_VALUE; bits += STEP) {
      float x = Float.intBitsToFloat((int) bits);
      double expected = exact.applyAsDouble(x);
      float actual = apply(op, x);
      float nearest = (float) expected;
      if (Float.isNaN(nearest) || Float.isInfinite(nearest)) {
        assertThat(Float.valueOf(actual)).as("%s of %s", op, x).isEqualTo((Float) nearest);
      } else {
        worst = Math.max(worst, Math.abs(actual - expected) / Math.ulp(nearest));
      }
    }
    assertThat(worst).isLessThan(bound);
  }

  private static DoubleUnaryOperator exact(ScalarOp op) {
    return switch (op) {
      case SIGN -> Math::signum;
      case FLOOR -> Math::floor;
      case CEIL -> Math::ceil;
      case ROUND_AWAY ->
          x -> Math.copySign(Math.abs(x) < 0x1p31 ? Math.floor(Math.abs(x) + 0.5) : Math.abs(x), x);
      case ROUND_EVEN -> Math::rint;
      default -> RealFunctions.of(op);
    };
  }

  /** {@return what the loops of plain kernels compute} */
  private static float apply(ScalarOp op, float x) {
    float[] out = new float[1];
    F32Ops.unary(op, new float[] {x}, 0, out, 0, 1);
    return out[0];
  }

  /** Highest degree first; |x| so small that {@code w = -log(1 - x^2) < 5}, in {@code w - 2.5}. */
  private static final float[] ERF_INV_CENTER = {
    2.81022636e-08f,
    3.43273939e-07f,
    -3.5233877e-06f,
    -4.39150654e-06f,
    0.00021858087f,
    -0.00125372503f,
    -0.00417768164f,
    0.246640727f,
    1.50140941f
  };

  /** The tails, in {@code sqrt(w) - 3}. */
  private static final float[] ERF_INV_TAIL = {
    -0.000200214257f,
    0.000100950558f,
    0.00134934322f,
    -0.00367342844f,
    0.00573950773f,
    -0.0076224613f,
    0.00943887047f,
    1.00167406f,
    2.83297682f
  };

  /** The formula of XLA (Giles 2012), with a logarithm in double precision. */
  private static float erfInvOfXla(float x) {
    float w = (float) -Math.log1p(-x * x);
    boolean center = w < 5;
    float t = center ? w - 2.5f : (float) Math.sqrt(w) - 3;
    float p = 0;
    for (float c : center ? ERF_INV_CENTER : ERF_INV_TAIL) {
      p = Math.fma(p, t, c);
    }
    return p * x;
  }

  @Test
  void erfInv_is_that_of_XLA_to_a_few_ulp() {
    for (int i = 0; i < 100_000; i++) {
      float x = (i - 50_000) / 50_000.5f;
      float expected = erfInvOfXla(x);
      assertThat(Math.abs(apply(ScalarOp.ERF_INV, x) - expected))
          .as("erf_inv of %s", x)
          .isLessThanOrEqualTo(4 * Math.ulp(expected));
    }
    assertThat(apply(ScalarOp.ERF_INV, 1f)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(apply(ScalarOp.ERF_INV, -1f)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(apply(ScalarOp.ERF_INV, 1.5f)).isNaN();
  }

  static LongStream manySeeds() {
    return Seeds.of(20);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("manySeeds")
  void powers_are_good_to_two_ulp(long seed) {
    var random = new Random(seed);
    double worst = 0;
    for (int i = 0; i < 200_000; i++) {
      float x =
          i % 2 == 0
              ? Float.intBitsToFloat(random.nextInt())
              : (float) Math.exp(random.nextGaussian() / (1 + i % 7));
      float y =
          i % 3 == 0
              ? random.nextInt(-20, 20)
              : (float) (random.nextGaussian() * Math.pow(10, i % 5 - 1));
      double expected = Math.pow(x, y);
      float nearest = (float) expected;
      float actual = ScalarMath.pow(x, y);
      if (Float.isNaN(nearest) || Float.isInfinite(nearest)) {
        boolean same = Float.compare(actual, nearest) == 0;
        assertThat(same || Math.abs(expected) < 1.0000002 * Float.MAX_VALUE)
            .as("pow(%s, %s) is %s", x, y, actual)
            .isTrue();
      } else {
        double error = Math.abs(actual - expected) / Math.ulp(nearest);
        assertThat(error).as("pow(%s, %s) is %s", x, y, actual).isLessThan(2);
        worst = Math.max(worst, error);
      }
    }
    assertThat(worst).isPositive();
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("manySeeds")
  void angles_are_good_to_two_ulp(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 200_000; i++) {
      boolean anySize = i % 2 == 0;
      float y = anySize ? Float.intBitsToFloat(random.nextInt()) : (float) random.nextGaussian();
      float x = anySize ? Float.intBitsToFloat(random.nextInt()) : (float) random.nextGaussian();
      double expected = Math.atan2(y, x);
      float nearest = (float) expected;
      float actual = CircularMath.atan2(y, x);
      if (nearest == 0 || Float.isNaN(nearest)) {
        assertThat(Float.valueOf(actual)).as("atan2(%s, %s)", y, x).isEqualTo((Float) nearest);
      } else {
        assertThat((double) actual)
            .as("atan2(%s, %s)", y, x)
            .isCloseTo(expected, within(2.0 * Math.ulp(nearest)));
      }
    }
  }

  @Test
  void angles_of_special_values_are_in_the_right_quadrant() {
    for (float y : FloatEdges.all()) {
      for (float x : FloatEdges.all()) {
        float expected = (float) Math.atan2(y, x);
        float actual = CircularMath.atan2(y, x);
        boolean ends = x == 0 || y == 0 || Float.isInfinite(x) || Float.isInfinite(y);
        if (ends || Float.isNaN(expected)) {
          assertThat(Float.valueOf(actual)).as("atan2(%s, %s)", y, x).isEqualTo((Float) expected);
        } else {
          assertThat(actual)
              .as("atan2(%s, %s)", y, x)
              .isCloseTo(expected, within(2 * Math.ulp(expected)));
        }
      }
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("manySeeds")
  void neighbours_are_those_of_Java(long seed) {
    var random = new Random(seed);
    float[] edges = FloatEdges.all();
    for (int i = 0; i < 100_000; i++) {
      float x =
          i % 2 == 0 ? edges[random.nextInt(edges.length)] : Float.intBitsToFloat(random.nextInt());
      float y =
          i % 3 == 0 ? edges[random.nextInt(edges.length)] : Float.intBitsToFloat(random.nextInt());
      assertThat(Float.valueOf(ScalarMath.nextAfter(x, y)))
          .as("the neighbour of %s towards %s", x, y)
          .isEqualTo((Float) Math.nextAfter(x, y));
    }
  }

  @Test
  void powers_of_special_values_are_those_of_IEEE_754() {
    for (float x : FloatEdges.all()) {
      for (float y : EXPONENTS) {
        double exact = x == 1 || (x == -1 && Float.isInfinite(y)) ? 1 : Math.pow(x, y);
        float expected = (float) exact;
        float actual = ScalarMath.pow(x, y);
        if (expected == 0 || expected == 1 || Float.isNaN(expected) || Float.isInfinite(expected)) {
          assertThat(Float.valueOf(actual)).as("pow(%s, %s)", x, y).isEqualTo((Float) expected);
        } else {
          assertThat((double) actual)
              .as("pow(%s, %s)", x, y)
              .isCloseTo(exact, within(2.0 * Math.ulp(expected)));
        }
      }
    }
  }

  private static final float[] EXPONENTS = {
    0f,
    -0f,
    1f,
    -1f,
    2f,
    3f,
    -3f,
    0.5f,
    -0.5f,
    1.5f,
    1e30f,
    -1e30f,
    16777215f,
    -16777215f,
    16777216f,
    16777217f,
    Float.MIN_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN
  };

  @Test
  void special_values_keep_their_sign() {
    for (var op : FUNCTIONS) {
      for (float x : FloatEdges.all()) {
        float expected = (float) exact(op).applyAsDouble(x);
        if (expected == 0 || Float.isNaN(expected) || Float.isInfinite(expected)) {
          assertThat(Float.valueOf(apply(op, x))).as("%s of %s", op, x).isEqualTo((Float) expected);
        }
      }
    }
  }
}
