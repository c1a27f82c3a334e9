package io.cambric.kernel.scalar;

import io.cambric.kernel.ScalarOp;

/**
 * Loops of f32 functions: the functions of {@link ScalarMath} and its neighbours, which vector
 * kernels translate.
 */
final class F32Functions {

  private F32Functions() {}

  /** Each function has its own loop, into which the JIT inlines it. */
  static void run(ScalarOp op, float[] x, int xo, float[] out, int to, int n) {
    switch (op) {
      case EXP -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.exp(x[xo + i]);
        }
      }
      case EXP2 -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.exp2(x[xo + i]);
        }
      }
      case EXPM1 -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.expm1(x[xo + i]);
        }
      }
      case LOG -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.log(x[xo + i]);
        }
      }
      case LOG1P -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.log1p(x[xo + i]);
        }
      }
      case TANH -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = HyperbolicMath.tanh(x[xo + i]);
        }
      }
      case LOGISTIC -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.logistic(x[xo + i]);
        }
      }
      case SIN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = CircularMath.sin(x[xo + i]);
        }
      }
      case COS -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = CircularMath.cos(x[xo + i]);
        }
      }
      case ERF -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.erf(x[xo + i]);
        }
      }
      case ERFC -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.erfc(x[xo + i]);
        }
      }
      case ERF_INV -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.erfInv(x[xo + i]);
        }
      }
      case RSQRT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.rsqrt(x[xo + i]);
        }
      }
      case TAN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = CircularMath.tan(x[xo + i]);
        }
      }
      case ASIN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = CircularMath.asin(x[xo + i]);
        }
      }
      case ACOS -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = CircularMath.acos(x[xo + i]);
        }
      }
      case ATAN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = CircularMath.atan(x[xo + i]);
        }
      }
      case SINH -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = HyperbolicMath.sinh(x[xo + i]);
        }
      }
      case COSH -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = HyperbolicMath.cosh(x[xo + i]);
        }
      }
      case ASINH -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = HyperbolicMath.asinh(x[xo + i]);
        }
      }
      case ACOSH -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = HyperbolicMath.acosh(x[xo + i]);
        }
      }
      case ATANH -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = HyperbolicMath.atanh(x[xo + i]);
        }
      }
      case CBRT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.cbrt(x[xo + i]);
        }
      }
      case LGAMMA -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = GammaMath.lgamma(x[xo + i]);
        }
      }
      case DIGAMMA -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = GammaMath.digamma(x[xo + i]);
        }
      }
      case TRIGAMMA -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = GammaMath.trigamma(x[xo + i]);
        }
      }
      case BESSEL_I0E -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = BesselMath.besselI0e(x[xo + i]);
        }
      }
      case BESSEL_I0E_DERIVATIVE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = BesselMath.besselI0eDerivative(x[xo + i]);
        }
      }
      case BESSEL_I1E -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = BesselMath.besselI1e(x[xo + i]);
        }
      }
      case BESSEL_I1E_DERIVATIVE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = BesselMath.besselI1eDerivative(x[xo + i]);
        }
      }
      default -> throw new IllegalArgumentException(op + " is not defined for floating types");
    }
  }
}
