package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.DoubleMath.ROUND;
import static io.cambric.kernel.scalar.DoubleMath.TINY;
import static io.cambric.kernel.scalar.DoubleMath.copySign;
import static java.lang.Double.doubleToRawLongBits;
import static java.lang.Double.longBitsToDouble;
import static java.lang.Math.fma;

/**
 * The circular functions of f64 and their inverses, for one element, under the rules of {@link
 * DoubleMath}. {@link StrictMath} computes functions of huge numbers, one element at a time.
 *
 * <p>Arguments are reduced as in Cody and Waite, Software Manual for the Elementary Functions
 * (1980).
 */
public final class DoubleCircularMath {

  private static final double TWO_OVER_PI = 0x1.45f306dc9c883p-1;

  // pi / 2 in three parts. The product of the first part with an integer is exact inside of fma.
  private static final double PIO2_HIGH = 0x1.921fb54442d18p+0;
  private static final double PIO2_MIDDLE = 0x1.1a62633145c07p-54;
  private static final double PIO2_LOW = -0x1.f1976b7ed8fbcp-110;

  /** Above this magnitude, three parts of pi / 2 are not enough. */
  private static final double SIN_MAX = 0x1p30;

  /** tan(pi / 8) and tan(3 pi / 8). Between them, arctangents are computed relative to pi / 4. */
  private static final double ATAN_NEAR = 0x1.a827999fcef32p-2;

  private static final double ATAN_FAR = 0x1.3504f333f9de6p+1;

  private DoubleCircularMath() {}

  public static double sin(double x) {
    return isReducible(x) ? reducedSin(x) : StrictMath.sin(x);
  }

  public static double cos(double x) {
    return isReducible(x) ? reducedCos(x) : StrictMath.cos(x);
  }

  public static double tan(double x) {
    return isReducible(x) ? reducedTan(x) : StrictMath.tan(x);
  }

  private static boolean isReducible(double x) {
    return Math.abs(x) <= SIN_MAX;
  }

  /** Sines in place, for a vector with huge elements. */
  public static double[] sinOfEach(double[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] = sin(x[i]);
    }
    return x;
  }

  /** Cosines in place, for a vector with huge elements. */
  public static double[] cosOfEach(double[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] = cos(x[i]);
    }
    return x;
  }

  /** Tangents in place, for a vector with huge elements. */
  public static double[] tanOfEach(double[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] = tan(x[i]);
    }
    return x;
  }

  /** {@link #sin} of a number that is not huge. */
  private static double reducedSin(double x) {
    return Math.abs(x) < TINY ? x : circular(x, 0);
  }

  /** {@link #cos} of a number that is not huge. */
  private static double reducedCos(double x) {
    return circular(x, 1);
  }

  /** sin(x + quarter * pi / 2). */
  private static double circular(double x, long quarter) {
    double z = fma(x, TWO_OVER_PI, ROUND);
    double n = z - ROUND;
    double first = fma(n, -PIO2_HIGH, x);
    double r = first - n * PIO2_MIDDLE;
    double low = lowPart(n, first, r);
    long k = doubleToRawLongBits(z) + quarter;
    double y = (k & 1) == 0 ? sine(r, low) : cosine(r, low);
    // Flips the sign bit if bit 1 of the quadrant is set.
    return longBitsToDouble(doubleToRawLongBits(y) ^ ((k & 2) << 62));
  }

  /**
   * The part of x - n pi / 2 missing in r: the rounding errors of its difference and its product.
   */
  private static double lowPart(double n, double first, double r) {
    double middle = n * PIO2_MIDDLE;
    double moved = r - first;
    double lost = first - (r - moved) - (middle + moved);
    return fma(n, -PIO2_LOW, lost - fma(n, PIO2_MIDDLE, -middle));
  }

  /** sin(r + low) for |r| <= pi / 4. */
  private static double sine(double r, double low) {
    double s = r * r;
    // (sin(r) - r) / r^3.
    double p = fma(fma(0x1.5e0b18e2e74a4p-33, s, -0x1.ae600b059a95cp-26), s, 0x1.71de379693ebep-19);
    p = fma(fma(p, s, -0x1.a01a019e83b98p-13), s, 0x1.1111111110bb3p-7);
    p = fma(p, s, -0x1.5555555555555p-3);
    return fma(p, r * s, low * fma(s, -0.5, 1)) + r;
  }

  /** cos(r + low) for |r| <= pi / 4. */
  private static double cosine(double r, double low) {
    double s = r * r;
    // (cos(r) - 1 + r^2 / 2) / r^4.
    double p =
        fma(fma(-0x1.907da02fc4a17p-37, s, 0x1.1eeb68e764238p-29), s, -0x1.27e4fa17db6c2p-22);
    p = fma(fma(p, s, 0x1.a01a019f4eb44p-16), s, -0x1.6c16c16c16967p-10);
    p = fma(p, s, 0x1.5555555555555p-5);
    double half = 0.5 * s;
    double w = 1 - half;
    // The rounding error of the difference.
    double lost = 1 - w - half;
    return w + fma(s * s, p, fma(-r, low, lost));
  }

  /** {@link #tan} of a number that is not huge. */
  private static double reducedTan(double x) {
    double z = fma(x, TWO_OVER_PI, ROUND);
    double n = z - ROUND;
    double first = fma(n, -PIO2_HIGH, x);
    double r = first - n * PIO2_MIDDLE;
    double low = lowPart(n, first, r);
    double sine = sine(r, low);
    double cosine = cosine(r, low);
    boolean even = (doubleToRawLongBits(z) & 1) == 0;
    double y = (even ? sine : -cosine) / (even ? cosine : sine);
    return Math.abs(x) < TINY ? x : y;
  }

  public static double asin(double x) {
    double a = Math.abs(x);
    boolean far = a > 0.5;
    double s = far ? fma(a, -0.5, 0.5) : a * a;
    double t = far ? Math.sqrt(s) : a;
    double p = arcsineRest(t, s);
    return copySign(far ? fma(t, -2, PIO2_HIGH) - fma(p, 2, -PIO2_MIDDLE) : t + p, x);
  }

  public static double acos(double x) {
    double a = Math.abs(x);
    boolean far = a > 0.5;
    double s = far ? fma(a, -0.5, 0.5) : a * a;
    // Above 1/2, half of the angle.
    double t = far ? Math.sqrt(s) : a;
    double y = t + arcsineRest(t, s);
    double rest = PIO2_HIGH - ((far ? y : copySign(y, x)) - PIO2_MIDDLE);
    return far ? 2 * (x > 0 ? y : rest) : rest;
  }

  /** asin(t) - t for a t up to 1/2 and its square s. */
  private static double arcsineRest(double t, double s) {
    double p = fma(fma(0x1.db36e3c4b0573p-6, s, -0x1.f2c70ad07c509p-7), s, 0x1.210f8b888a88bp-6);
    p = fma(fma(p, s, 0x1.5fb304269a9f4p-8), s, 0x1.52f80f4772c00p-7);
    p = fma(fma(p, s, 0x1.7809a931038e2p-7), s, 0x1.c9d209c5e7015p-7);
    p = fma(fma(p, s, 0x1.1c4d1b32033f5p-6), s, 0x1.6e8bb2f276557p-6);
    p = fma(fma(p, s, 0x1.f1c71c15fc517p-6), s, 0x1.6db6db6e3f169p-5);
    return fma(fma(p, s, 0x1.3333333332e3ep-4), s, 0x1.5555555555556p-3) * (t * s);
  }

  /** The ranges are from {@code atan.c} of Cephes. */
  public static double atan(double x) {
    double a = Math.abs(x);
    boolean far = a > ATAN_FAR;
    boolean near = a <= ATAN_NEAR;
    double t = (far ? -1 : near ? a : a - 1) / (far ? a : near ? 1 : a + 1);
    double base = far ? PIO2_HIGH : near ? 0 : 0.5 * PIO2_HIGH;
    double low = far ? PIO2_MIDDLE : near ? 0 : 0.5 * PIO2_MIDDLE;
    double s = t * t;
    // (atan(t) - t) / t^3.
    double p = fma(fma(-0x1.3acb2088ee2d5p-6, s, 0x1.41a603f3ecd70p-5), s, -0x1.a0b2ab4a577aep-5);
    p = fma(fma(p, s, 0x1.dfeb7434f3a6cp-5), s, -0x1.10faca155707ap-4);
    p = fma(fma(p, s, 0x1.3b1269603d6c5p-4), s, -0x1.745d0b74f3bccp-4);
    p = fma(fma(p, s, 0x1.c71c71874be80p-4), s, -0x1.2492492439ba5p-3);
    p = fma(fma(p, s, 0x1.999999999939ap-3), s, -0x1.5555555555555p-2);
    return copySign(base + (fma(p, t * s, low) + t), x);
  }
}
