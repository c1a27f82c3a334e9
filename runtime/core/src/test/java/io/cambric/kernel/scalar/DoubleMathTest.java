package io.cambric.kernel.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.kernel.ScalarOp;
import io.cambric.testing.DoubleEdges;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The f64 functions of all kernels, against decimal arithmetic of many digits. */
class DoubleMathTest {

  private static final int COUNT = 3_000;

  /**
   * The table of errors, in ulp of the result: the bounds that {@link DoubleMath} keeps. They are a
   * little above the errors that were measured for twenty thousand arguments.
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
    "SINH, 2.5",
    "COSH, 1.5",
    "ASINH, 2.0",
    "ACOSH, 2.0",
    "ATANH, 2.0",
    "RSQRT, 1.5",
    "SIN, 1.0",
    "COS, 1.0",
    "TAN, 2.0",
    "ASIN, 2.0",
    "ACOS, 1.5",
    "ATAN, 2.0",
    "ERF, 1.0",
    "ERFC, 2.5",
    "ERF_INV, 8.0"
  })
  void errors_stay_below_the_bound(ScalarOp op, double bound) {
    var exact = exact(op);
    double worst = 0;
    int compared = 0;
    for (double x : arguments()) {
      double near = near(op).applyAsDouble(x);
      double actual = apply(op, x);
      if (near == 0 || Double.isNaN(near) || Double.isInfinite(near) || isBeyond(op, x)) {
        assertThat(Double.valueOf(actual)).as("%s of %s", op, x).isEqualTo((Double) near);
      } else {
        worst = Math.max(worst, error(actual, exact.apply(new BigDecimal(x))));
        compared++;
      }
    }
    assertThat(worst).isLessThan(bound).isGreaterThan(0.4);
    assertThat(compared).isGreaterThan(COUNT / 4);
  }

  /** {@return numbers of all magnitudes, and some near to multiples of a right angle} */
  private static double[] arguments() {
    var random = new Random(7);
    return DoubleStream.concat(
            DoubleStream.of(DoubleEdges.andOthers(COUNT, random)),
            DoubleStream.generate(() -> random.nextInt(1 << 28) * (Math.PI / 2)).limit(COUNT / 4))
        .toArray();
  }

  /** {@return whether a function has its limit at an argument, or is computed as in the JVM} */
  private static boolean isBeyond(ScalarOp op, double x) {
    return switch (op) {
      case SIN, COS, TAN -> Math.abs(x) > 0x1p30;
      case ATAN -> Double.isInfinite(x);
      case ERF -> Math.abs(x) > 6;
      case ERFC -> x < -6.5 || x > 27.3;
      case EXP, EXP2, EXPM1, TANH, LOGISTIC, SINH, COSH -> Math.abs(x) > 1100;
      default -> false;
    };
  }

  private static UnaryOperator<BigDecimal> exact(ScalarOp op) {
    return switch (op) {
      case EXP -> ExactMath::exp;
      case EXP2 -> ExactMath::exp2;
      case EXPM1 -> ExactMath::expm1;
      case LOG -> ExactMath::log;
      case LOG1P -> ExactMath::log1p;
      case TANH -> ExactMath::tanh;
      case LOGISTIC -> ExactMath::logistic;
      case SINH -> ExactMath::sinh;
      case COSH -> ExactMath::cosh;
      case ASINH -> ExactMath::asinh;
      case ACOSH -> ExactMath::acosh;
      case ATANH -> ExactMath::atanh;
      case RSQRT -> ExactMath::rsqrt;
      case SIN -> ExactMath::sin;
      case COS -> ExactMath::cos;
      case TAN -> ExactMath::tan;
      case ASIN -> ExactMath::asin;
      case ACOS -> ExactMath::acos;
      case ATAN -> ExactMath::atan;
      case ERF -> ExactMath::erf;
      case ERFC -> ExactMath::erfc;
      case ERF_INV -> x -> ExactMath.erfInv(x, new BigDecimal(apply(op, x.doubleValue())));
      default -> throw new IllegalArgumentException(op + " has no exact function");
    };
  }

  /**
   * {@return a function of other formulas: zeros, infinities and NaN are where this one has them}
   */
  private static DoubleUnaryOperator near(ScalarOp op) {
    return switch (op) {
      case EXP -> StrictMath::exp;
      case EXP2 -> x -> StrictMath.pow(2, x);
      case EXPM1 -> StrictMath::expm1;
      case LOG -> StrictMath::log;
      case LOG1P -> StrictMath::log1p;
      case TANH -> StrictMath::tanh;
      case LOGISTIC ->
          x -> x < 0 ? StrictMath.exp(x) / (1 + StrictMath.exp(x)) : 1 / (1 + StrictMath.exp(-x));
      case SINH -> StrictMath::sinh;
      case COSH -> StrictMath::cosh;
      case ASINH -> x -> x;
      case ACOSH -> x -> x < 1 ? Double.NaN : StrictMath.log(x);
      case ATANH -> x -> StrictMath.log1p(2 * x / (1 - x)) / 2;
      case RSQRT -> x -> 1 / StrictMath.sqrt(x);
      case SIN -> StrictMath::sin;
      case COS -> StrictMath::cos;
      case TAN -> StrictMath::tan;
      case ASIN -> StrictMath::asin;
      case ACOS -> StrictMath::acos;
      case ATAN -> StrictMath::atan;
      case ERF -> x -> Math.clamp(x, -1, 1);
      case ERFC -> x -> x < 0 ? 2 : x > 27.3 ? 0 : x + 1;
      case ERF_INV -> x -> Math.abs(x) == 1 ? x * Double.POSITIVE_INFINITY : StrictMath.asin(x);
      default -> throw new IllegalArgumentException(op + " has no other formula");
    };
  }

  @Test
  void powers_are_good_to_two_ulp() {
    var random = new Random(9);
    double worst = 0;
    for (int i = 0; i < 2 * COUNT; i++) {
      double x =
          i % 2 == 0
              ? Math.abs(Double.longBitsToDouble(random.nextLong()))
              : Math.exp(random.nextGaussian() / (1 + i % 7));
      double y =
          i % 3 == 0 ? random.nextInt(-20, 20) : random.nextGaussian() * Math.pow(10, i % 5 - 1);
      double near = StrictMath.pow(x, y);
      double actual = DoublePowers.pow(x, y);
      if (near == 0 || Double.isNaN(near) || Double.isInfinite(near)) {
        assertThat(Double.valueOf(actual)).as("pow(%s, %s)", x, y).isEqualTo((Double) near);
      } else {
        double error = error(actual, ExactMath.pow(new BigDecimal(x), new BigDecimal(y)));
        assertThat(error).as("pow(%s, %s) is %s", x, y, actual).isLessThan(2);
        worst = Math.max(worst, error);
      }
    }
    assertThat(worst).isGreaterThan(0.4);
  }

  /** Powers as in C: Java's differ where the base is 1 or -1. */
  @Test
  void powers_of_special_values_are_those_of_IEEE_754() {
    for (double x : DoubleEdges.all()) {
      for (double y : DoubleEdges.all()) {
        double near = x == 1 || (x == -1 && Double.isInfinite(y)) ? 1 : StrictMath.pow(x, y);
        assertThat(DoublePowers.pow(x, y))
            .as("pow(%s, %s)", x, y)
            .satisfiesAnyOf(
                power -> assertThat(Double.valueOf(power)).isEqualTo((Double) near),
                power -> assertThat(power).isCloseTo(near, within(2 * Math.ulp(near))));
      }
    }
  }

  private static double error(double actual, BigDecimal expected) {
    var ulp = new BigDecimal(Math.ulp(expected.doubleValue()));
    var error = expected.subtract(new BigDecimal(actual)).abs();
    return error.divide(ulp, MathContext.DECIMAL32).doubleValue();
  }

  /** {@return what the loops of plain kernels compute} */
  private static double apply(ScalarOp op, double x) {
    double[] out = new double[1];
    F64Ops.unary(op, new double[] {x}, 0, out, 0, 1);
    return out[0];
  }

  /** The loops of plain kernels use the JVM's own functions here, and vectors these. */
  @ParameterizedTest
  @MethodSource("roundings")
  void roundings_and_signs_have_the_bits_of_plain_loops(ScalarOp op, DoubleUnaryOperator function) {
    for (double x : DoubleEdges.andOthers(COUNT, new Random(8))) {
      assertThat(Double.valueOf(function.applyAsDouble(x)))
          .as("%s of %s", op, x)
          .isEqualTo((Double) apply(op, x));
    }
  }

  static Stream<Arguments> roundings() {
    return Stream.of(
        of(ScalarOp.SIGN, DoubleMath::sign),
        of(ScalarOp.FLOOR, DoubleMath::floor),
        of(ScalarOp.CEIL, DoubleMath::ceil),
        of(ScalarOp.ROUND_AWAY, DoubleMath::roundAway),
        of(ScalarOp.ROUND_EVEN, DoubleMath::roundEven));
  }

  private static Arguments of(ScalarOp op, DoubleUnaryOperator function) {
    return Arguments.of(op, function);
  }
}
