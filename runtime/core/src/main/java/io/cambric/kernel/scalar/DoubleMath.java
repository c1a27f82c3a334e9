package io.cambric.kernel.scalar;

import static java.lang.Double.doubleToRawLongBits;
import static java.lang.Double.longBitsToDouble;
import static java.lang.Math.fma;

/**
 * The f64 functions with exponentials, logarithms and roundings, for one element: one formula for
 * all kernels.
 *
 * <p>Vector code is translated from the bytecode of these methods, which follow the rules of {@link
 * ScalarMath}. Longs are only shifted, added and combined bitwise, because some processors have no
 * other vector operations for them.
 *
 * <p>Polynomials without a source are minimax approximations by Remez's algorithm. The table in
 * {@code DoubleMathTest} has the errors in ulp of the result.
 */
public final class DoubleMath {

  /**
   * The rounding constant 1.5 * 2^52. Adding it rounds to an integer; the low bits of the sum then
   * hold this integer.
   */
  static final double ROUND = 0x1.8p52;

  static final double LOG2_E = 0x1.71547652b82fep+0;

  // ln 2 in two parts. The product of the first part with an integer is exact inside of fma.
  static final double LN2_HIGH = 0x1.62e42fefa39efp-1;
  static final double LN2_LOW = 0x1.abc9e3b39803fp-56;

  /** Below this magnitude expm1(x), log1p(x) and tanh(x) are x, including the sign of zero. */
  static final double TINY = 0x1p-54;

  /** Above this value exp overflows to infinity. */
  private static final double EXP_MAX = 0x1.62e42fefa39efp+9;

  /** Below this value exp is less than half the smallest subnormal. */
  private static final double EXP_MIN = -0x1.74910d52d3052p+9;

  /** Below this value expm1 rounds to -1. */
  private static final double EXPM1_MIN = -38;

  /** Above this value sinh and cosh overflow to infinity. */
  private static final double SINH_MAX = 0x1.633ce8fb9f87dp+9;

  /** Above this value, asinh and acosh are the logarithm of twice their argument. */
  private static final double ASINH_LARGE = 0x1p60;

  /** The bias of exponents, in the bits of the exponent. */
  static final long ONE_BITS = 0x3FF0_0000_0000_0000L;

  private static final long ONE_EXPONENT = 1L << 52;

  static final long MANTISSA = ONE_EXPONENT - 1;

  /** Upper bits of sqrt(1/2): mantissas are from the range [sqrt(1/2), sqrt(2)). */
  static final long SQRT_HALF_BITS = 0x3FE6_A09E_0000_0000L;

  /** 2^52; an integer replaces its low bits. */
  private static final long INTEGER_BITS = 0x4330_0000_0000_0000L;

  private DoubleMath() {}

  public static double exp(double x) {
    double z = fma(x, LOG2_E, ROUND);
    double p = expm1Near0(reduced(x, z - ROUND)) + 1;
    double y = scale(p, z, x < 0);
    return x > EXP_MAX ? Double.POSITIVE_INFINITY : x < EXP_MIN ? 0 : y;
  }

  /** {@link #exp} of a number that is not positive, with the same bits. */
  static double expOfNegative(double x) {
    double z = fma(x, LOG2_E, ROUND);
    double p = expm1Near0(reduced(x, z - ROUND)) + 1;
    return x < EXP_MIN ? 0 : scaleDown(p, z);
  }

  /** {@code x - n ln 2}. */
  static double reduced(double x, double n) {
    return fma(n, -LN2_LOW, fma(n, -LN2_HIGH, x));
  }

  static double expm1Near0(double r) {
    return fma(r * r, expTail(r), r);
  }

  /** (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2. */
  static double expTail(double r) {
    double p = fma(0x1.af8445de1a52ap-26, r, 0x1.28af1eb510712p-22);
    p = fma(fma(p, r, 0x1.71dde0ae97c58p-19), r, 0x1.a0199806ca737p-16);
    p = fma(fma(p, r, 0x1.a01a01ba6ee1dp-13), r, 0x1.6c16c18504ef8p-10);
    p = fma(fma(p, r, 0x1.111111110d7c7p-7), r, 0x1.55555555503d0p-5);
    return fma(fma(p, r, 0x1.5555555555561p-3), r, 0x1.000000000000bp-1);
  }

  /**
   * {@code p * 2^n} with n in the low bits of {@code z}. The power of two has two factors, so that
   * results may be subnormal and exponents reach 1024.
   */
  static double scale(double p, double z, boolean down) {
    long first = power(z, down ? ONE_BITS + (64L << 52) : ONE_BITS - ONE_EXPONENT);
    return p * longBitsToDouble(first) * (down ? 0x1p-64 : 2);
  }

  /** {@link #scale} for a negative n. */
  static double scaleDown(double p, double z) {
    return p * longBitsToDouble(power(z, ONE_BITS + (64L << 52))) * 0x1p-64;
  }

  /** The bits of 2^n with a bias, with n in the low bits of {@code z}. */
  private static long power(double z, long bias) {
    return (doubleToRawLongBits(z) << 52) + bias;
  }

  public static double exp2(double x) {
    double z = x + ROUND;
    double y = exp2Of(x - (z - ROUND), z, x < 0);
    return x >= 1024 ? Double.POSITIVE_INFINITY : x < -1075 ? 0 : y;
  }

  /** {@code 2^(f + n)} for a small f, with n in the low bits of {@code z}. */
  static double exp2Of(double f, double z, boolean down) {
    double r = f * LN2_HIGH;
    // The rounding error of the product, and the remainder of ln 2.
    double low = fma(f, LN2_LOW, fma(f, LN2_HIGH, -r));
    return scale(fma(r * r, expTail(r), low) + r + 1, z, down);
  }

  public static double expm1(double x) {
    double y = 4 * quarterOfExpm1(x);
    y = x < EXPM1_MIN ? -1 : y;
    y = x > EXP_MAX ? Double.POSITIVE_INFINITY : y;
    return Math.abs(x) < TINY ? x : y;
  }

  /** A quarter of expm1, which overflows later, for an x that is neither tiny nor very large. */
  private static double quarterOfExpm1(double x) {
    double z = fma(x, LOG2_E, ROUND);
    double n = z - ROUND;
    double first = fma(n, -LN2_HIGH, x);
    double r = fma(n, -LN2_LOW, first);
    // The rounding error of the last step.
    double lost = fma(n, -LN2_LOW, first - r);
    double t = longBitsToDouble(power(z, ONE_BITS - 2 * ONE_EXPONENT));
    return fma(t, fma(r * r, expTail(r), lost), fma(t, r, t - 0.25));
  }

  public static double sinh(double x) {
    double a = Math.abs(x);
    double half = 2 * quarterOfExpm1(a);
    double y = half + half / (half + half + 1);
    y = a > SINH_MAX ? Double.POSITIVE_INFINITY : y;
    return a < TINY ? x : copySign(y, x);
  }

  public static double cosh(double x) {
    double a = Math.abs(x);
    double z = fma(a, LOG2_E, ROUND);
    double p = expm1Near0(reduced(a, z - ROUND)) + 1;
    double half = p * longBitsToDouble(power(z, ONE_BITS - 2 * ONE_EXPONENT)) * 2;
    double y = half + 0.25 / half;
    return a > SINH_MAX ? Double.POSITIVE_INFINITY : y;
  }

  public static double tanh(double x) {
    double t = 2 * Math.abs(x);
    double e = 4 * quarterOfExpm1(t);
    e = t > EXP_MAX ? Double.POSITIVE_INFINITY : e;
    e = t < TINY ? t : e;
    double d = e + 2;
    boolean small = e < 2;
    double q = (small ? e : 2) / d;
    // The rounding error of the sum, as a correction of the quotient: 1 / d is (1 - q) / 2 here.
    double lost = e - (d - 2);
    double y = fma(-q * lost, fma(q, -0.5, 0.5), q);
    return copySign(small ? y : 1 - q, x);
  }

  public static double logistic(double x) {
    double e = expOfNegative(-Math.abs(x));
    double d = e + 1;
    double gained = d - 1 - e;
    boolean negative = x < 0;
    double y = (negative ? e : 1) / d;
    // y is 1 / d or e / d. In both cases this is one Newton step towards the quotient by the sum.
    double inverse = negative ? 1 - y : y;
    return fma(y * gained, inverse, y);
  }

  public static double log(double x) {
    double y = logOf(x, 0);
    y = x == Double.POSITIVE_INFINITY ? x : y;
    y = x >= 0 ? y : Double.NaN;
    return x == 0 ? Double.NEGATIVE_INFINITY : y;
  }

  /** log(x) + c for a positive x and a small c. */
  static double logOf(double x, double c) {
    boolean subnormal = x < Double.MIN_NORMAL;
    long bits = doubleToRawLongBits(subnormal ? x * 0x1p54 : x);
    double n = exponent(bits);
    return logSum(fraction(bits), subnormal ? n - 54 : n, c);
  }

  public static double log1p(double x) {
    double y = logOfSum(x, 0);
    y = x == Double.POSITIVE_INFINITY ? x : y;
    y = x >= -1 ? y : Double.NaN;
    y = x == -1 ? Double.NEGATIVE_INFINITY : y;
    return Math.abs(x) < TINY ? x : y;
  }

  /** log(1 + x) + n ln 2 for a finite x above -1. */
  private static double logOfSum(double x, double n) {
    double u = 1 + x;
    // The rounding error of the sum.
    double lost = x < 1 ? x - (u - 1) : 1 - (u - x);
    long bits = doubleToRawLongBits(u);
    return logSum(fraction(bits), exponent(bits) + n, lost / u);
  }

  /** The n of a double {@code (1 + f) 2^n}. */
  static double exponent(long bits) {
    long biased = (bits + (ONE_BITS - SQRT_HALF_BITS)) >>> 52;
    return longBitsToDouble(biased | INTEGER_BITS) - (0x1p52 + 1023);
  }

  /** The f of a double {@code (1 + f) 2^n}. */
  static double fraction(long bits) {
    long mantissa = (bits + (ONE_BITS - SQRT_HALF_BITS)) & MANTISSA;
    return longBitsToDouble(mantissa + SQRT_HALF_BITS) - 1;
  }

  /** log((1 + f) 2^n) + c for a small c. With s = f / (2 + f) as in fdlibm's {@code e_log.c}. */
  private static double logSum(double f, double n, double c) {
    double s = f / (2 + f);
    double z = s * s;
    // (log((1 + s) / (1 - s)) - 2 s) / s^3 in s^2.
    double p = fma(fma(0x1.2b60753152de8p-3, z, 0x1.39fdaa7e623b5p-3), z, 0x1.7462ba9a358e7p-3);
    p = fma(fma(p, z, 0x1.c71c62ceab752p-3), z, 0x1.2492492e0520ap-2);
    p = fma(fma(p, z, 0x1.9999999995218p-2), z, 0x1.5555555555558p-1);
    double square = 0.5 * f * f;
    double y = fma(s, fma(p, z, square), fma(n, LN2_LOW, c));
    return fma(n, LN2_HIGH, f - (square - y));
  }

  /** This form has relative accuracy near 0 and does not overflow. */
  public static double asinh(double x) {
    double a = Math.abs(x);
    double y = a + a * a / (1 + Math.sqrt(fma(a, a, 1)));
    y = logOfLarge(a, y);
    y = a == Double.POSITIVE_INFINITY ? a : y;
    return a < TINY ? x : copySign(y, x);
  }

  /** log(1 + y), or log(2 x) for a large x. */
  private static double logOfLarge(double x, double y) {
    boolean large = x > ASINH_LARGE;
    return logOfSum(large ? x : y, large ? 1 : 0);
  }

  public static double acosh(double x) {
    double t = x - 1;
    double y = logOfLarge(x, t + Math.sqrt(fma(t, t, t + t)));
    y = x == Double.POSITIVE_INFINITY ? x : y;
    return x >= 1 ? y : Double.NaN;
  }

  public static double atanh(double x) {
    double a = Math.abs(x);
    double y = 0.5 * log1p(2 * a / (1 - a));
    return a < TINY ? x : copySign(y, x);
  }

  static double copySign(double magnitude, double sign) {
    long bit = doubleToRawLongBits(sign) & Long.MIN_VALUE;
    return longBitsToDouble(doubleToRawLongBits(Math.abs(magnitude)) | bit);
  }

  /** The number, or a zero of its sign if it is a subnormal float. */
  public static double flushed(double x) {
    return Math.abs(x) < Float.MIN_NORMAL ? 0 * x : x;
  }

  public static double rsqrt(double x) {
    return 1 / Math.sqrt(x);
  }

  /** Zeros keep their sign, and NaN stays NaN. */
  public static double sign(double x) {
    return x < 0 ? -1 : x > 0 ? 1 : x;
  }

  /**
   * Numbers of at least 2^52 are integers. The sum of a smaller number and 2^52 has no bits for a
   * fraction. It is therefore rounded to the nearest integer, with ties to even.
   */
  public static double roundEven(double x) {
    double size = Math.abs(x);
    double rounded = size + 0x1p52 - 0x1p52;
    return size < 0x1p52 ? copySign(rounded, x) : x;
  }

  /** Like {@link #roundEven}, but ties are rounded away from zero. */
  public static double roundAway(double x) {
    double size = Math.abs(x);
    double rounded = size + 0x1p52 - 0x1p52;
    double away = size - rounded == 0.5 ? rounded + 1 : rounded;
    return size < 0x1p52 ? copySign(away, x) : x;
  }

  public static double floor(double x) {
    double nearest = roundEven(x);
    return nearest > x ? nearest - 1 : nearest;
  }

  /** The sign is copied, because the integer above -0.5 is -0. */
  public static double ceil(double x) {
    double nearest = roundEven(x);
    return nearest < x ? copySign(nearest + 1, x) : nearest;
  }
}
