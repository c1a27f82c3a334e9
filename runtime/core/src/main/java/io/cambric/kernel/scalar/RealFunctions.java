package io.cambric.kernel.scalar;

import io.cambric.kernel.ScalarOp;
import java.util.function.DoubleUnaryOperator;

/**
 * Functions of a real number in double precision, for f64. Those of f32, in {@link ScalarMath} and
 * its neighbours, are tested against these.
 */
final class RealFunctions {

  private static final double LN2 = 0.6931471805599453;

  private RealFunctions() {}

  /** {@return the function of a floating unary operation that has no loop of its own} */
  static DoubleUnaryOperator of(ScalarOp op) {
    return switch (op) {
      case RSQRT -> x -> 1 / Math.sqrt(x);
      case CBRT -> Math::cbrt;
      case EXP -> Math::exp;
      case EXP2 -> x -> Math.pow(2, x);
      case EXPM1 -> Math::expm1;
      case LOG -> Math::log;
      case LOG1P -> Math::log1p;
      case TANH -> Math::tanh;
      case LOGISTIC -> x -> 1 / (1 + Math.exp(-x));
      case SIN -> Math::sin;
      case COS -> Math::cos;
      case TAN -> Math::tan;
      case ASIN -> Math::asin;
      case ACOS -> Math::acos;
      case ATAN -> Math::atan;
      case SINH -> Math::sinh;
      case COSH -> Math::cosh;
      case ASINH -> RealFunctions::asinh;
      case ACOSH -> RealFunctions::acosh;
      case ATANH -> RealFunctions::atanh;
      case ERF -> RealErrorFunction::erf;
      case ERFC -> RealErrorFunction::erfc;
      case ERF_INV -> RealErrorFunction::erfInv;
      default -> throw new IllegalArgumentException(op + " is not defined for floating types");
    };
  }

  /** As C's pow, which differs from Java's where the base is 1 or -1. */
  static double pow(double x, double y) {
    if (x == 1 || (x == -1 && Double.isInfinite(y))) {
      return 1;
    }
    return Math.pow(x, y);
  }

  /** The form with relative accuracy near 0 and without overflow. */
  private static double asinh(double x) {
    double a = Math.abs(x);
    double result =
        a > 0x1p28 ? Math.log(a) + LN2 : Math.log1p(a + a * a / (1 + Math.sqrt(a * a + 1)));
    return Math.copySign(result, x);
  }

  /** NaN below 1 is explicit, since squares of large negative numbers would give finite results. */
  private static double acosh(double x) {
    if (x < 1) {
      return Double.NaN;
    }
    if (x > 0x1p28) {
      return Math.log(x) + LN2;
    }
    double t = x - 1;
    return Math.log1p(t + Math.sqrt(2 * t + t * t));
  }

  private static double atanh(double x) {
    double a = Math.abs(x);
    return Math.copySign(0.5 * Math.log1p(2 * a / (1 - a)), x);
  }
}
