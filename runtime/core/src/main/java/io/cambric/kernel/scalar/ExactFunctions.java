package io.cambric.kernel.scalar;

import static java.lang.Float.floatToRawIntBits;
import static java.lang.Float.intBitsToFloat;

/**
 * Functions with exact results, written under the rules of {@link ScalarMath}. Vector code has no
 * operators for them; plain code uses the operators of Java.
 *
 * <p>Vectors divide ints by floats, as in Muller and others, Handbook of Floating-Point Arithmetic.
 * A first quotient and a quotient of the remainder are added, and corrected by one. Unsigned ints
 * are divided as in Warren, Hacker's Delight, chapter 9.
 */
public final class ExactFunctions {

  /** The sign bit. With it flipped, unsigned ints have the order of signed ints. */
  private static final int FLIP = Integer.MIN_VALUE;

  private ExactFunctions() {}

  /** The quotient of ints, rounded towards zero; -1 for a division by zero. */
  static int divide(int x, int y) {
    float divisor = y;
    int first = (int) (x / divisor);
    int rest = x - first * y;
    int second = (int) (rest / divisor);
    rest = rest - second * y;
    int one = (x ^ y) < 0 ? -1 : 1;
    int q = first + second;
    q = isTooFar(rest, x) ? q - one : q;
    q = isAtLeast(Math.abs(rest), Math.abs(y)) ? q + one : q;
    return y == 0 ? -1 : q;
  }

  /** The remainder of {@link #divide}, with the sign of x; x for a division by zero. */
  static int remainder(int x, int y) {
    float divisor = y;
    int rest = x - (int) (x / divisor) * y;
    rest = rest - (int) (rest / divisor) * y;
    int size = Math.abs(y);
    int step = x < 0 ? -size : size;
    rest = isTooFar(rest, x) ? rest + step : rest;
    rest = isAtLeast(Math.abs(rest), size) ? rest - step : rest;
    return y == 0 ? x : rest;
  }

  /** Whether a quotient is too large; the remainder then has the other sign. */
  private static boolean isTooFar(int rest, int x) {
    return (rest != 0) & ((rest ^ x) < 0);
  }

  /** Compares unsigned ints. */
  private static boolean isAtLeast(int x, int y) {
    return (x ^ FLIP) >= (y ^ FLIP);
  }

  /** The quotient of unsigned ints; all ones for a division by zero. */
  static int divideUnsigned(int x, int y) {
    int q = y < 0 ? 0 : divide(x >>> 1, y) << 1;
    return isAtLeast(x - q * y, y) ? q + 1 : q;
  }

  /** The remainder of {@link #divideUnsigned}; x for a division by zero. */
  static int remainderOfUnsigned(int x, int y) {
    int rest = y < 0 ? x : x - (divide(x >>> 1, y) << 1) * y;
    rest = isAtLeast(rest, y) ? rest - y : rest;
    return y == 0 ? x : rest;
  }

  /** -1, 0 or 1. */
  static int signOfInt(int x) {
    return x >> 31 | -x >>> 31;
  }

  /** 0 or 1. */
  static int signOfUnsigned(int x) {
    return x == 0 ? 0 : 1;
  }

  /** The nearest float of an unsigned int. Halving keeps the lowest bit, so it creates no tie. */
  static float floatOfUnsigned(int x) {
    float half = x >>> 1 | x & 1;
    return x < 0 ? half + half : (float) x;
  }

  /** The unsigned int of a float, rounded towards zero and saturated; 0 for NaN. */
  static int unsignedOfFloat(float x) {
    int high = (int) (x - 0x1p31f) ^ FLIP;
    return x >= 0x1p31f ? high : Math.max((int) x, 0);
  }

  /** Whether a number is not zero, with subnormals as zeros. */
  static boolean isNormalOrNaN(float x) {
    return Float.isNaN(x) | (Math.abs(x) >= Float.MIN_NORMAL);
  }

  static boolean isNonzero(float x) {
    return x != 0f;
  }

  static boolean isNonzeroInt(int x) {
    return x != 0;
  }

  /** Whether {@link #reducedRemainder} supports these numbers. */
  static boolean isReducible(float x, float y) {
    return (Math.abs(x / y) < 0x1p23f) & (Math.abs(y) <= Float.MAX_VALUE);
  }

  /**
   * The remainder of a division with a quotient that is not huge. The rounded quotient is at most 1
   * too large.
   */
  static float reducedRemainder(float x, float y) {
    float a = Math.abs(x);
    float b = Math.abs(y);
    float rest = Math.fma(-(float) (int) (a / b), b, a);
    int bits = floatToRawIntBits(rest < 0f ? rest + b : rest);
    return intBitsToFloat(bits | floatToRawIntBits(x) & FLIP);
  }

  /** Replaces x by remainders, for vectors with huge quotients. */
  public static float[] remOfEach(float[] x, float[] y) {
    for (int i = 0; i < x.length; i++) {
      x[i] %= y[i];
    }
    return x;
  }
}
