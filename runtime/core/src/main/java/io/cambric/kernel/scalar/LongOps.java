package io.cambric.kernel.scalar;

import io.cambric.kernel.ScalarOp;

/** Plain loops for instructions on 64-bit integers. */
public final class LongOps {

  private LongOps() {}

  public static void unary(
      ScalarOp op, int exponent, boolean unsigned, long[] x, int xo, long[] out, int to, int n) {
    switch (op) {
      case NEG -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = -x[xo + i];
        }
      }
      case ABS -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = unsigned ? x[xo + i] : Math.abs(x[xo + i]);
        }
      }
      case SIGN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = unsigned ? (x[xo + i] == 0 ? 0 : 1) : Long.signum(x[xo + i]);
        }
      }
      case NOT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = ~x[xo + i];
        }
      }
      case SQUARE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] * x[xo + i];
        }
      }
      case INTEGER_POW -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = pow(x[xo + i], exponent, unsigned);
        }
      }
      case POPULATION_COUNT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Long.bitCount(x[xo + i]);
        }
      }
      case CLZ -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Long.numberOfLeadingZeros(x[xo + i]);
        }
      }
      // Integers are unchanged.
      case FLOOR, CEIL, ROUND_AWAY, ROUND_EVEN -> System.arraycopy(x, xo, out, to, n);
      default -> throw new IllegalArgumentException(op + " is not defined for integers");
    }
  }

  /** Repeated squaring; a negative exponent gives the integer quotient 1 / power. */
  private static long pow(long base, long exponent, boolean unsigned) {
    boolean reciprocal = !unsigned && exponent < 0;
    long power = 1;
    long square = base;
    for (long rest = reciprocal ? -exponent : exponent; rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        power *= square;
      }
      square *= square;
    }
    return reciprocal ? divide(1, power, unsigned) : power;
  }

  public static void binary(
      ScalarOp op,
      boolean unsigned,
      long[] x,
      int xo,
      long[] y,
      int yo,
      long[] out,
      int to,
      int n) {
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
          out[to + i] = divide(x[xo + i], y[yo + i], unsigned);
        }
      }
      case REM -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = remainder(x[xo + i], y[yo + i], unsigned);
        }
      }
      case POW -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = pow(x[xo + i], y[yo + i], unsigned);
        }
      }
      case AND -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] & y[yo + i];
        }
      }
      case OR -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] | y[yo + i];
        }
      }
      case XOR -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] ^ y[yo + i];
        }
      }
      case SHIFT_LEFT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = isBelow(y[yo + i], 64) ? x[xo + i] << y[yo + i] : 0;
        }
      }
      case SHIFT_RIGHT_LOGICAL -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = isBelow(y[yo + i], 64) ? x[xo + i] >>> y[yo + i] : 0;
        }
      }
      case SHIFT_RIGHT_ARITHMETIC -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] >> (isBelow(y[yo + i], 64) ? y[yo + i] : 63);
        }
      }
      case MAX -> {
        for (int i = 0; i < n; i++) {
          out[to + i] =
              unsigned ? maxUnsigned(x[xo + i], y[yo + i]) : Math.max(x[xo + i], y[yo + i]);
        }
      }
      case MIN -> {
        for (int i = 0; i < n; i++) {
          out[to + i] =
              unsigned ? minUnsigned(x[xo + i], y[yo + i]) : Math.min(x[xo + i], y[yo + i]);
        }
      }
      default -> throw new IllegalArgumentException(op + " is not defined for integers");
    }
  }

  private static boolean isBelow(long shift, int width) {
    return Long.compareUnsigned(shift, width) < 0;
  }

  private static long divide(long x, long y, boolean unsigned) {
    if (y == 0) {
      return -1;
    }
    return unsigned ? Long.divideUnsigned(x, y) : x / y;
  }

  private static long remainder(long x, long y, boolean unsigned) {
    if (y == 0) {
      return x;
    }
    return unsigned ? Long.remainderUnsigned(x, y) : x % y;
  }

  private static long maxUnsigned(long x, long y) {
    return Long.compareUnsigned(x, y) >= 0 ? x : y;
  }

  private static long minUnsigned(long x, long y) {
    return Long.compareUnsigned(x, y) <= 0 ? x : y;
  }

  public static void ternary(
      ScalarOp op,
      boolean unsigned,
      long[] x,
      int xo,
      long[] y,
      int yo,
      long[] z,
      int zo,
      long[] out,
      int to,
      int n) {
    switch (op) {
      case FMA -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = x[xo + i] * y[yo + i] + z[zo + i];
        }
      }
      case CLAMP -> {
        for (int i = 0; i < n; i++) {
          long lo = x[xo + i];
          long hi = z[zo + i];
          out[to + i] =
              unsigned
                  ? minUnsigned(maxUnsigned(lo, y[yo + i]), hi)
                  : Math.min(Math.max(lo, y[yo + i]), hi);
        }
      }
      default -> throw new IllegalArgumentException(op + " does not take three numbers");
    }
  }

  public static void compare(
      ScalarOp op, boolean unsigned, long[] x, int xo, long[] y, int yo, int[] out, int to, int n) {
    // Flipping the top bit maps the unsigned order to the signed one.
    long flip = unsigned ? Long.MIN_VALUE : 0;
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
          out[to + i] = (x[xo + i] ^ flip) < (y[yo + i] ^ flip) ? 1 : 0;
        }
      }
      case LE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = (x[xo + i] ^ flip) <= (y[yo + i] ^ flip) ? 1 : 0;
        }
      }
      case GT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = (x[xo + i] ^ flip) > (y[yo + i] ^ flip) ? 1 : 0;
        }
      }
      case GE -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = (x[xo + i] ^ flip) >= (y[yo + i] ^ flip) ? 1 : 0;
        }
      }
      default -> throw new IllegalArgumentException(op + " is not a comparison");
    }
  }

  public static void select(
      int[] which, int wo, long[] x, int xo, long[] y, int yo, long[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      out[to + i] = which[wo + i] != 0 ? y[yo + i] : x[xo + i];
    }
  }
}
