package io.cambric.kernels.simd.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.Doubles;
import io.cambric.kernels.simd.codegen.VectorFunctions;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScalarMathTest {

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
    "COS, 1.5"
  })
  void errors_stay_below_the_bound(ScalarOp op, double bound) {
    var function = function(op);
    var exact = exact(op);
    double worst = 0;
    for (long bits = Integer.MIN_VALUE; bits <= Integer.MAX_VALUE; bits += STEP) {
      float x = Float.intBitsToFloat((int) bits);
      double expected = exact.applyAsDouble(x);
      float actual = function.scalar().apply(x);
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
      default -> Doubles.of(op);
    };
  }

  private static VectorFunctions function(ScalarOp op) {
    var function = VectorFunctions.of(op);
    assertThat(function).isNotNull();
    return function;
  }

  @Test
  void erfInv_is_that_of_XLA_to_a_few_ulp() {
    var function = function(ScalarOp.ERF_INV);
    for (int i = 0; i < 100_000; i++) {
      float x = (i - 50_000) / 50_000.5f;
      float expected = Doubles.erfInv(x);
      assertThat(Math.abs(function.scalar().apply(x) - expected))
          .as("erf_inv of %s", x)
          .isLessThanOrEqualTo(4 * Math.ulp(expected));
    }
    assertThat(function.scalar().apply(1f)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(function.scalar().apply(-1f)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(function.scalar().apply(1.5f)).isNaN();
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

  @Test
  void powers_of_special_values_are_those_of_IEEE_754() {
    for (float x : EDGES) {
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
    for (var op : ScalarOp.values()) {
      var function = VectorFunctions.of(op);
      if (function == null) {
        continue;
      }
      for (float x : EDGES) {
        float expected = (float) exact(op).applyAsDouble(x);
        if (expected == 0 || Float.isNaN(expected) || Float.isInfinite(expected)) {
          assertThat(Float.valueOf(function.scalar().apply(x)))
              .as("%s of %s", op, x)
              .isEqualTo((Float) expected);
        }
      }
    }
  }

  private static final float[] EDGES = {
    0f,
    -0f,
    1f,
    -1f,
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    88.72284f,
    88.722847f,
    -103.97f,
    -104f,
    128f,
    -149f,
    -150f,
    0.927734375f,
    71476f,
    71477f,
    1e10f,
    2f,
    -2f,
    0.5f,
    -0.5f,
    1.5f,
    -2.5f,
    0.49999997f,
    -0.49999997f,
    -0.75f,
    4194303.5f,
    8388607.5f,
    -8388606.5f,
    8388609f
  };

  static LongStream seeds() {
    return Seeds.of(6);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void vectors_give_the_bits_of_single_elements(long seed) {
    var random = new Random(seed);
    int n = 16_384 + random.nextInt(20);
    float[] x = new float[n + 3];
    for (int i = 0; i < x.length; i++) {
      x[i] =
          i < EDGES.length
              ? EDGES[i]
              : i % 2 == 0
                  ? (float) (random.nextGaussian() * 3)
                  : Float.intBitsToFloat(random.nextInt());
    }
    WarmUp.skipWaiting(true);
    for (var op : ScalarOp.values()) {
      var function = VectorFunctions.of(op);
      if (function == null) {
        continue;
      }
      float[] out = new float[n];
      function.run(x, 3, out, 0, n);
      float[] inPlace = x.clone();
      function.run(inPlace, 3, inPlace, 3, n);
      for (int i = 0; i < n; i++) {
        int expected = Float.floatToIntBits(function.scalar().apply(x[i + 3]));
        assertThat(Float.floatToIntBits(out[i])).as("%s of %s", op, x[i + 3]).isEqualTo(expected);
        assertThat(Float.floatToIntBits(inPlace[i + 3])).isEqualTo(expected);
      }
    }
  }
}
