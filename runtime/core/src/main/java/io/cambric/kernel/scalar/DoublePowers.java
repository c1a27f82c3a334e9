package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.DoubleMath.LN2_HIGH;
import static io.cambric.kernel.scalar.DoubleMath.LN2_LOW;
import static io.cambric.kernel.scalar.DoubleMath.ROUND;
import static io.cambric.kernel.scalar.DoubleMath.copySign;
import static io.cambric.kernel.scalar.DoubleMath.expTail;
import static io.cambric.kernel.scalar.DoubleMath.exponent;
import static io.cambric.kernel.scalar.DoubleMath.fraction;
import static io.cambric.kernel.scalar.DoubleMath.scale;
import static java.lang.Double.doubleToRawLongBits;
import static java.lang.Math.fma;

/**
 * Powers of f64, for one element, under the rules of {@link DoubleMath}.
 *
 * <p>The logarithm of the base has two doubles, because a large exponent multiplies its error.
 */
public final class DoublePowers {

  // atanh(q) is q + q^3 / 3 + q^5 (1/5 + q^2 / 7 + ...); one third is two doubles.
  private static final double THIRD = 0x1.5555555555555p-2;
  private static final double THIRD_REST = 0x1.5555555555555p-56;

  // 2 / ln 2 as a double, and the remainder.
  private static final double TWO_OVER_LN2 = 0x1.71547652b82fep+1;
  private static final double TWO_OVER_LN2_REST = 0x1.777d0ffda0d24p-55;

  // Outside this range, a power of 2 is infinite or 0.
  private static final double EXP2_MAX = 1025;
  private static final double EXP2_MIN = -1080;

  private DoublePowers() {}

  /** The power as in C, which differs from Java if the base is 1 or -1. */
  public static double pow(double x, double y) {
    double a = Math.abs(x);
    boolean subnormal = a < Double.MIN_NORMAL;
    long bits = doubleToRawLongBits(subnormal ? a * 0x1p54 : a);
    double e = exponent(bits);
    double n = subnormal ? e - 54 : e;
    double f = fraction(bits);
    // q = f / (f + 2), and log(1 + f) = 2 atanh(q), each in two doubles.
    double r = 1 / (f + 2);
    double q = f * r;
    double ql = r * fma(q, -f, fma(q, -2, f));
    double s = q * q;
    double sl = fma(q + q, ql, fma(q, q, -s));
    double c = q * s;
    double cl = fma(q, s, -c) + fma(q, sl, ql * s);
    double t = c * THIRD;
    double tl = fma(c, THIRD, -t) + fma(c, THIRD_REST, cl * THIRD);
    double p = fma(fma(0x1.e03b1b439641cp-5, s, 0x1.df7b7d44b4c27p-5), s, 0x1.1118ce8db7357p-4);
    p = fma(fma(p, s, 0x1.3b1395b024370p-4), s, 0x1.745d177aeee15p-4);
    p = fma(fma(p, s, 0x1.c71c71c6ea325p-4), s, 0x1.2492492492523p-3);
    double rest = fma(p, s, 0x1.999999999999ap-3) * (c * s);
    double z = q + t;
    double zl = (q - z + t) + (tl + rest + ql);
    double w = z * TWO_OVER_LN2;
    double wl = fma(z, TWO_OVER_LN2, -w) + fma(z, TWO_OVER_LN2_REST, zl * TWO_OVER_LN2);
    double first = n + w;
    double second = (n - first + w) + wl;
    double l = first + second;
    double ll = first - l + second;
    l = a == 0 ? Double.NEGATIVE_INFINITY : l;
    l = a == Double.POSITIVE_INFINITY ? a : l;
    return signed(x, y, power2(y, l, ll));
  }

  /** 2^(y (l + ll)). */
  private static double power2(double y, double l, double ll) {
    double product = y * l;
    double lost = fma(y, ll, fma(y, l, -product));
    lost = Math.abs(product) < -EXP2_MIN ? lost : 0;
    double h = Math.max(Math.min(product, EXP2_MAX), EXP2_MIN);
    double z = h + ROUND;
    double fraction = h - (z - ROUND);
    double f = fraction + lost;
    double r = f * LN2_HIGH;
    double low = fma(f, LN2_LOW, fma(fraction - f + lost, LN2_HIGH, fma(f, LN2_HIGH, -r)));
    return scale(fma(r * r, expTail(r), low) + r + 1, z, h < 0);
  }

  /** The power of x with this magnitude, with the special cases of IEEE 754. */
  private static double signed(double x, double y, double magnitude) {
    double a = Math.abs(x);
    double size = Math.abs(y);
    boolean whole = isWhole(size);
    double p = a == 1 ? 1 : magnitude;
    p = whole & !isWhole(0.5 * size) ? copySign(p, x) : p;
    p = !whole & (x < 0) & (a < Double.POSITIVE_INFINITY) ? Double.NaN : p;
    p = Double.isNaN(x) | Double.isNaN(y) ? Double.NaN : p;
    return (y == 0) | (x == 1) ? 1 : p;
  }

  /** {@return whether a positive number is an integer; numbers of at least 2^52 are} */
  private static boolean isWhole(double size) {
    return (size + 0x1p52 - 0x1p52 == size) | (size >= 0x1p52);
  }
}
