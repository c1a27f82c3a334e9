package io.cambric.kernel.scalar;

import io.cambric.array.DType;
import io.cambric.kernel.ScalarOp;

/**
 * Plain loops for instructions on f32 values, and on half types held as floats. Each loop is simple
 * enough for the JIT to vectorise.
 */
public final class F32Ops {

  private F32Ops() {}

  public static void unary(ScalarOp op, float[] x, int xo, float[] out, int to, int n) {
    switch (op) {
      case NEG -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = -x[xo + i];
        }
      }
      case ABS -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.abs(x[xo + i]);
        }
      }
      case SIGN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.signum(x[xo + i]);
        }
      }
      case FLOOR -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = (float) Math.floor(x[xo + i]);
        }
      }
      case CEIL -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = (float) Math.ceil(x[xo + i]);
        }
      }
      case ROUND_AWAY -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = roundAway(x[xo + i]);
        }
      }
      case ROUND_EVEN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = (float) Math.rint(x[xo + i]);
        }
      }
      case SQRT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = (float) Math.sqrt(x[xo + i]);
        }
      }
      case SQUARE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] * x[xo + i];
        }
      }
      default -> F32Functions.run(op, x, xo, out, to, n);
    }
  }

  public static float roundAway(float x) {
    float whole = (float) Math.rint(x);
    // Only ties that were rounded to even are moved.
    return Math.abs(x - whole) == 0.5f ? x + Math.copySign(0.5f, x) : whole;
  }

  /** Repeated squaring, in the order of {@code lax.integer_pow}. */
  public static void integerPow(int exponent, float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      float power = 1;
      float square = x[xo + i];
      for (int rest = Math.abs(exponent); rest != 0; rest >>>= 1) {
        if ((rest & 1) != 0) {
          power *= square;
        }
        square *= square;
      }
      out[to + i] = exponent < 0 ? 1 / power : power;
    }
  }

  public static void binary(
      ScalarOp op, float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    switch (op) {
      case ADD -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] + y[yo + i];
        }
      }
      case SUB -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] - y[yo + i];
        }
      }
      case MUL -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] * y[yo + i];
        }
      }
      case DIV -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] / y[yo + i];
        }
      }
      case REM -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] % y[yo + i];
        }
      }
      case MAX -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.max(x[xo + i], y[yo + i]);
        }
      }
      case MIN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.min(x[xo + i], y[yo + i]);
        }
      }
      case POW -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ScalarMath.pow(x[xo + i], y[yo + i]);
        }
      }
      case DIGAMMA_DIFFERENCE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = GammaMath.digammaDifference(x[xo + i], y[yo + i]);
        }
      }
      case ATAN2 -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = CircularMath.atan2(x[xo + i], y[yo + i]);
        }
      }
      default -> throw new IllegalArgumentException(op + " is not defined for floating types");
    }
  }

  public static void nextAfter(
      DType dtype, float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      float from = x[xo + i];
      float target = y[yo + i];
      out[to + i] =
          switch (dtype) {
            case F32 -> ScalarMath.nextAfter(from, target);
            case BF16 -> ScalarMath.nextAfterInBfloat16(from, target);
            default -> float16After(from, target);
          };
    }
  }

  private static float float16After(float from, float target) {
    if (Float.isNaN(from) || Float.isNaN(target) || from == target) {
      return from == target ? target : from + target;
    }
    if (from == 0) {
      return Float.float16ToFloat((short) (target > 0 ? 1 : 0x8001));
    }
    int step = (target > from) == (from > 0) ? 1 : -1;
    return Float.float16ToFloat((short) (Float.floatToFloat16(from) + step));
  }

  public static void ternary(
      ScalarOp op,
      float[] x,
      int xo,
      float[] y,
      int yo,
      float[] z,
      int zo,
      float[] out,
      int to,
      int n) {
    switch (op) {
      case FMA -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.fma(x[xo + i], y[yo + i], z[zo + i]);
        }
      }
      case CLAMP -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.min(Math.max(x[xo + i], y[yo + i]), z[zo + i]);
        }
      }
      default -> throw new IllegalArgumentException(op + " does not take three numbers");
    }
  }

  public static void isFinite(float[] x, int xo, int[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      out[to + i] = Math.abs(x[xo + i]) <= Float.MAX_VALUE ? 1 : 0;
    }
  }

  public static void compare(
      ScalarOp op, float[] x, int xo, float[] y, int yo, int[] out, int to, int n) {
    switch (op) {
      case EQ -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] == y[yo + i] ? 1 : 0;
        }
      }
      case NE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] != y[yo + i] ? 1 : 0;
        }
      }
      case LT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] < y[yo + i] ? 1 : 0;
        }
      }
      case LE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] <= y[yo + i] ? 1 : 0;
        }
      }
      case GT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] > y[yo + i] ? 1 : 0;
        }
      }
      case GE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] >= y[yo + i] ? 1 : 0;
        }
      }
      default -> throw new IllegalArgumentException(op + " is not a comparison");
    }
  }

  public static void select(
      int[] which, int wo, float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      out[to + i] = which[wo + i] != 0 ? y[yo + i] : x[xo + i];
    }
  }
}
