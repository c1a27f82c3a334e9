package io.cambric.kernel.scalar;

import io.cambric.array.DType;
import io.cambric.kernel.ScalarOp;

/**
 * Plain loops for instructions on bools and integers of up to 32 bits, computed in 32 bits. The
 * caller wraps narrow results.
 */
public final class IntOps {

  private IntOps() {}

  public static void unary(
      ScalarOp op, int exponent, DType dtype, int[] x, int xo, int[] out, int to, int n) {
    boolean unsigned = isUnsigned(dtype);
    int width = width(dtype);
    int mask = -1 >>> (32 - width);
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
          out[to + i] = unsigned ? (x[xo + i] == 0 ? 0 : 1) : Integer.signum(x[xo + i]);
        }
      }
      case NOT -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = dtype == DType.BOOL ? x[xo + i] ^ 1 : ~x[xo + i];
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
          out[to + i] = Integer.bitCount(x[xo + i] & mask);
        }
      }
      case CLZ -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = Integer.numberOfLeadingZeros(x[xo + i] & mask) - (32 - width);
        }
      }
      case IS_FINITE -> fillOnes(out, to, n);
      // Integers are unchanged.
      case FLOOR, CEIL, ROUND_AWAY, ROUND_EVEN -> System.arraycopy(x, xo, out, to, n);
      default -> throw new IllegalArgumentException(op + " is not defined for integers");
    }
  }

  public static void fillOnes(int[] out, int to, int n) {
    java.util.Arrays.fill(out, to, to + n, 1);
  }

  private static boolean isUnsigned(DType dtype) {
    return dtype.kind() != DType.Kind.SIGNED;
  }

  private static int width(DType dtype) {
    return dtype == DType.BOOL ? 1 : 8 * dtype.bytes();
  }

  /** Repeated squaring; a negative exponent gives the integer quotient 1 / power. */
  private static int pow(int base, int exponent, boolean unsigned) {
    boolean reciprocal = !unsigned && exponent < 0;
    int power = 1;
    int square = base;
    for (int rest = reciprocal ? -exponent : exponent; rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        power *= square;
      }
      square *= square;
    }
    return reciprocal ? divide(1, power, unsigned) : power;
  }

  /** Values of unsigned types below 32 bits are not negative, so only U32 needs care. */
  public static void binary(
      ScalarOp op, DType dtype, int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    boolean unsigned = dtype == DType.U32;
    int width = width(dtype);
    int mask = -1 >>> (32 - width);
    int spare = 32 - width;
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
          out[to + i] = pow(x[xo + i], y[yo + i], isUnsigned(dtype));
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
          out[to + i] = isBelow(y[yo + i], width) ? x[xo + i] << y[yo + i] : 0;
        }
      }
      case SHIFT_RIGHT_LOGICAL -> {
        for (int i = 0; i < n; i++) {
          out[to + i] = isBelow(y[yo + i], width) ? (x[xo + i] & mask) >>> y[yo + i] : 0;
        }
      }
      case SHIFT_RIGHT_ARITHMETIC -> {
        for (int i = 0; i < n; i++) {
          out[to + i] =
              (x[xo + i] << spare >> spare) >> (isBelow(y[yo + i], width) ? y[yo + i] : 31);
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

  private static boolean isBelow(int shift, int width) {
    return Integer.compareUnsigned(shift, width) < 0;
  }

  private static int divide(int x, int y, boolean unsigned) {
    if (y == 0) {
      return -1;
    }
    return unsigned ? Integer.divideUnsigned(x, y) : x / y;
  }

  private static int remainder(int x, int y, boolean unsigned) {
    if (y == 0) {
      return x;
    }
    return unsigned ? Integer.remainderUnsigned(x, y) : x % y;
  }

  private static int maxUnsigned(int x, int y) {
    return Integer.compareUnsigned(x, y) >= 0 ? x : y;
  }

  private static int minUnsigned(int x, int y) {
    return Integer.compareUnsigned(x, y) <= 0 ? x : y;
  }

  public static void ternary(
      ScalarOp op,
      DType dtype,
      int[] x,
      int xo,
      int[] y,
      int yo,
      int[] z,
      int zo,
      int[] out,
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
          int lo = x[xo + i];
          int hi = z[zo + i];
          out[to + i] =
              dtype == DType.U32
                  ? minUnsigned(maxUnsigned(lo, y[yo + i]), hi)
                  : Math.min(Math.max(lo, y[yo + i]), hi);
        }
      }
      default -> throw new IllegalArgumentException(op + " does not take three numbers");
    }
  }

  public static void compare(
      ScalarOp op, boolean unsigned, int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    // Flipping the top bit maps the unsigned order to the signed one.
    int flip = unsigned ? Integer.MIN_VALUE : 0;
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
      int[] which, int wo, int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      out[to + i] = which[wo + i] != 0 ? y[yo + i] : x[xo + i];
    }
  }
}
