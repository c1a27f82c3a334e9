package io.cambric.kernel.scalar;

import io.cambric.kernel.ScalarOp;
import java.util.function.DoubleUnaryOperator;

/**
 * Functions of a real number in double precision, for f64. The functions of {@link DoubleMath} and
 * its neighbours have vector code. The f32 functions in {@link ScalarMath} and its neighbours are
 * tested against these.
 */
final class RealFunctions {

  private RealFunctions() {}

  /** {@return the function of a floating unary operation that has no loop of its own} */
  static DoubleUnaryOperator of(ScalarOp op) {
    return switch (op) {
      case RSQRT -> DoubleMath::rsqrt;
      case CBRT -> Math::cbrt;
      case EXP -> DoubleMath::exp;
      case EXP2 -> DoubleMath::exp2;
      case EXPM1 -> DoubleMath::expm1;
      case LOG -> DoubleMath::log;
      case LOG1P -> DoubleMath::log1p;
      case TANH -> DoubleMath::tanh;
      case LOGISTIC -> DoubleMath::logistic;
      case SIN -> DoubleCircularMath::sin;
      case COS -> DoubleCircularMath::cos;
      case TAN -> DoubleCircularMath::tan;
      case ASIN -> DoubleCircularMath::asin;
      case ACOS -> DoubleCircularMath::acos;
      case ATAN -> DoubleCircularMath::atan;
      case SINH -> DoubleMath::sinh;
      case COSH -> DoubleMath::cosh;
      case ASINH -> DoubleMath::asinh;
      case ACOSH -> DoubleMath::acosh;
      case ATANH -> DoubleMath::atanh;
      case ERF -> DoubleErrorFunctions::erf;
      case ERFC -> DoubleErrorFunctions::erfc;
      case ERF_INV -> DoubleErrorFunctions::erfInv;
      case LGAMMA -> DoubleGammaMath::lgamma;
      case DIGAMMA -> DoubleGammaMath::digamma;
      case TRIGAMMA -> DoubleGammaMath::trigamma;
      case BESSEL_I0E -> DoubleBesselMath::besselI0e;
      case BESSEL_I0E_DERIVATIVE -> DoubleBesselMath::besselI0eDerivative;
      case BESSEL_I1E -> DoubleBesselMath::besselI1e;
      case BESSEL_I1E_DERIVATIVE -> DoubleBesselMath::besselI1eDerivative;
      default -> throw new IllegalArgumentException(op + " is not defined for floating types");
    };
  }
}
