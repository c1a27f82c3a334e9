package io.cambric.kernel.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.kernel.ScalarOp;
import io.cambric.testing.DoubleEdges;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
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
    "RSQRT, 1.5"
  })
  void errors_stay_below_the_bound(ScalarOp op, double bound) {
    var exact = exact(op);
    double worst = 0;
    int compared = 0;
    for (double x : DoubleEdges.andOthers(COUNT, new Random(7))) {
      double near = near(op).applyAsDouble(x);
      double actual = apply(op, x);
      if (near == 0 || Double.isNaN(near) || Double.isInfinite(near) || isBeyond(op, x)) {
        assertThat(Double.valueOf(actual)).as("%s of %s", op, x).isEqualTo((Double) near);
      } else {
        var expected = exact.apply(new BigDecimal(x));
        var ulp = new BigDecimal(Math.ulp(expected.doubleValue()));
        var error = expected.subtract(new BigDecimal(actual)).abs();
        worst = Math.max(worst, error.divide(ulp, MathContext.DECIMAL32).doubleValue());
        compared++;
      }
    }
    assertThat(worst).isLessThan(bound).isGreaterThan(0.4);
    assertThat(compared).isGreaterThan(COUNT / 4);
  }

  /** {@return whether a function with exponentials has its limit at an argument} */
  private static boolean isBeyond(ScalarOp op, double x) {
    return switch (op) {
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
      default -> throw new IllegalArgumentException(op + " has no other formula");
    };
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
