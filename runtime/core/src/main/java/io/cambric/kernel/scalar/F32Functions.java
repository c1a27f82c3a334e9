package io.cambric.kernel.scalar;

import io.cambric.kernel.ScalarOp;
import java.util.function.DoubleUnaryOperator;

/**
 * Loops of functions on f32 values. Most functions are those of {@link ScalarMath}, which vector
 * kernels translate. The others are computed in double precision by all kernels.
 */
final class F32Functions {

  private F32Functions() {}

  /** Each function has a loop of its own, into which the JIT inlines it. */
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
          out[to + i] = ScalarMath.tanh(x[xo + i]);
        }
      }
      case LOGISTIC -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.logistic(x[xo + i]);
        }
      }
      case SIN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.sin(x[xo + i]);
        }
      }
      case COS -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.cos(x[xo + i]);
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
      default -> inDoublePrecision(RealFunctions.of(op), x, xo, out, to, n);
    }
  }

  /** Correctly rounded except near ties: the error in double is far below half an ulp. */
  private static void inDoublePrecision(
      DoubleUnaryOperator function, float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      out[to + i] = (float) function.applyAsDouble(x[xo + i]);
    }
  }
}
