package io.cambric.kernel.scalar;

import io.cambric.kernel.ScalarOp;

/**
 * Plain loops for instructions on f64 values. Each loop is simple enough for the JIT to vectorise.
 */
public final class F64Ops {

  private F64Ops() {}

  public static void unary(ScalarOp op, double[] x, int xo, double[] out, int to, int n) {
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
          out[to + i] = Math.floor(x[xo + i]);
        }
      }
      case CEIL -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.ceil(x[xo + i]);
        }
      }
      case ROUND_AWAY -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = roundAway(x[xo + i]);
        }
      }
      case ROUND_EVEN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.rint(x[xo + i]);
        }
      }
      case SQRT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.sqrt(x[xo + i]);
        }
      }
      case SQUARE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] * x[xo + i];
        }
      }
      default -> {
        // Errors are 1 or 2 ulp at most, like the errors of Math.
        var function = RealFunctions.of(op);
        for (int i = 0; i < n; i++) {
          out[to + i] = function.applyAsDouble(x[xo + i]);
        }
      }
    }
  }

  private static double roundAway(double x) {
    double whole = Math.rint(x);
    // Only ties that were rounded to even are moved.
    return Math.abs(x - whole) == 0.5 ? x + Math.copySign(0.5, x) : whole;
  }

  /** Repeated squaring, in the order of {@code lax.integer_pow}. */
  public static void integerPow(int exponent, double[] x, int xo, double[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      double power = 1;
      double square = x[xo + i];
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
      ScalarOp op, double[] x, int xo, double[] y, int yo, double[] out, int to, int n) {
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
          out[to + i] = DoublePowers.pow(x[xo + i], y[yo + i]);
        }
      }
      case DIGAMMA_DIFFERENCE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = DoubleGammaMath.digammaDifference(x[xo + i], y[yo + i]);
        }
      }
      case ATAN2 -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.atan2(x[xo + i], y[yo + i]);
        }
      }
      case NEXTAFTER -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Math.nextAfter(x[xo + i], y[yo + i]);
        }
      }
      default -> throw new IllegalArgumentException(op + " is not defined for floating types");
    }
  }

  public static void ternary(
      ScalarOp op,
      double[] x,
      int xo,
      double[] y,
      int yo,
      double[] z,
      int zo,
      double[] out,
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

  public static void isFinite(double[] x, int xo, int[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      out[to + i] = Math.abs(x[xo + i]) <= Double.MAX_VALUE ? 1 : 0;
    }
  }

  public static void compare(
      ScalarOp op, double[] x, int xo, double[] y, int yo, int[] out, int to, int n) {
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
      int[] which, int wo, double[] x, int xo, double[] y, int yo, double[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      out[to + i] = which[wo + i] != 0 ? y[yo + i] : x[xo + i];
    }
  }
}
