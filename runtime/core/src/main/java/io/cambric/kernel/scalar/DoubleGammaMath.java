package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.DoubleMath.copySign;
import static io.cambric.kernel.scalar.DoubleMath.roundEven;
import static java.lang.Math.fma;

/**
 * Functions of the gamma family in f64, for one element, under the rules of {@link DoubleMath}. The
 * ranges and formulas are the same as in {@link GammaMath}.
 */
public final class DoubleGammaMath {

  /** Up to this value, the functions are polynomials. */
  private static final double MIDDLE = 3;

  private static final double INVERSE_PI = 0x1.45f306dc9c883p-2;

  // 1 / e as a double, and the remainder.
  private static final double INVERSE_E = 0x1.78b56362cef38p-2;
  private static final double INVERSE_E_REST = -0x1.ca8a4270fadf5p-57;

  /** (log(2 pi) - 1) / 2. */
  private static final double STIRLING = 0x1.acfe390c97d69p-2;

  // The zero of digamma, minus 1, and the remainder.
  private static final double ZERO = 0x1.d8b618d5af8fep-2;
  private static final double ZERO_REST = -0x1.1e563779a1f5bp-56;

  private DoubleGammaMath() {}

  /** The logarithm of the absolute value of the gamma function; infinite at 0, -1, -2, ... */
  public static double lgamma(double x) {
    double a = Math.abs(x);
    boolean below = a < 1;
    boolean beyond = a > MIDDLE;
    double p = middleLgamma(below ? a : a - 1);
    // (a - 1/2) log(a / e) + C, plus a series in 1 / a.
    double r = 1 / a;
    double h = a * INVERSE_E;
    double rest = fma(a, INVERSE_E_REST, fma(a, INVERSE_E, -h)) * (r * Math.E);
    double log = DoubleMath.logOf(beyond ? h : a, beyond ? rest : 0);
    double large = fma(a - 0.5, log, fma(r, stirling(r * r), STIRLING));
    double positive = beyond ? large : below ? p - log : p;
    // For a negative x: log(pi / (a sin(pi a))) - log gamma(a). Below 1, the factor a cancels.
    double d = Math.abs(a - roundEven(a));
    double sine = sineOfPi(d) * INVERSE_PI;
    double reflected = -DoubleMath.log(below ? sine : sine * a) - (below ? p : positive);
    double y = x < 0 ? reflected : positive;
    boolean infinite = (a > Double.MAX_VALUE) | (a == 0) | ((x < 0) & (d == 0));
    return infinite ? Double.POSITIVE_INFINITY : y;
  }

  /** log gamma(1 + u) for u from 0 to 2. */
  private static double middleLgamma(double u) {
    double w = u - 1;
    double s = w * w;
    double even =
        fma(fma(0x1.b3fd756ada9cbp-30, s, -0x1.2d745cb3f0075p-28), s, 0x1.19ded677ec8b7p-26);
    even = fma(fma(even, s, 0x1.7dce89559f621p-28), s, 0x1.c130b64e1d05ap-24);
    even = fma(fma(even, s, 0x1.a8ca9263adf71p-22), s, 0x1.e64743cbe73bdp-20);
    even = fma(fma(even, s, 0x1.13db77029bc63p-17), s, 0x1.402f7d9cce5f6p-15);
    even = fma(fma(even, s, 0x1.7ed7303350edfp-13), s, 0x1.dfebcf9f695c3p-11);
    even = fma(fma(even, s, 0x1.4797485394a4dp-8), s, 0x1.0e0c9df2935ddp-5);
    even = fma(even, s, 0x1.b0ee6072093cep-2);
    double odd =
        fma(fma(-0x1.a4947de0d2557p-29, s, 0x1.068874200f84dp-27), s, -0x1.013cc402c9d6fp-25);
    odd = fma(fma(odd, s, -0x1.4217cc4fb01fep-26), s, -0x1.c74cb683dacafp-23);
    odd = fma(fma(odd, s, -0x1.c3c7f4c171040p-21), s, -0x1.027cabe6bde1ap-18);
    odd = fma(fma(odd, s, -0x1.284b4ff621a9bp-16), s, -0x1.5c86edf7ba5f1p-14);
    odd = fma(fma(odd, s, -0x1.a96a3e9169aa9p-12), s, -0x1.145121fc83beep-9);
    odd = fma(fma(odd, s, -0x1.95ce223a97835p-7), s, -0x1.9ae6509ea10b6p-4);
    // Adding 0 makes a zero of either sign positive.
    return fma(fma(odd, w, even), u * w, 0);
  }

  /** The remainder of Stirling's formula, times a, for s = 1 / a^2. */
  private static double stirling(double s) {
    double p = fma(fma(0x1.884f4db23f454p-7, s, -0x1.4968582b19f5dp-7), s, 0x1.2d31168102b5ap-8);
    p = fma(fma(p, s, -0x1.d6d84de6dc36ap-10), s, 0x1.b66f6bdd531d3p-11);
    p = fma(fma(p, s, -0x1.37fe04a810042p-11), s, 0x1.a019a288370a2p-11);
    p = fma(fma(p, s, -0x1.6c16c135d17fdp-9), s, 0x1.5555555553e7dp-4);
    return p;
  }

  /** sin(pi d) for d from 0 to 1/2. */
  private static double sineOfPi(double d) {
    double s = d * d;
    double p = fma(fma(0x1.9d1b57ed1598bp-21, s, -0x1.6f7975a5e4574p-16), s, 0x1.e8f35e94bfa5ap-12);
    p = fma(fma(p, s, -0x1.e3074ddd02be2p-8), s, 0x1.5078348518e1bp-4);
    p = fma(fma(p, s, -0x1.32d2cce62753fp-1), s, 0x1.466bc6775aa6ep+1);
    p = fma(fma(p, s, -0x1.4abbce625be52p+2), s, 0x1.921fb54442d18p+1);
    return p * d;
  }

  /** The derivative of {@link #lgamma}; NaN at 0, -1, -2, ... */
  public static double digamma(double x) {
    boolean negative = x < 0;
    double a = negative ? 1 - x : x;
    boolean below = a < 1;
    double middle = middleDigamma(below ? a : a - 1);
    double r = 1 / a;
    double s = r * r;
    // log(a) - 1 / (2 a) minus a series in 1 / a^2.
    double p = fma(fma(-0x1.56243f4a93824p-1, s, 0x1.16939986419acp-1), s, -0x1.c9f240bc61077p-3);
    p = fma(fma(p, s, 0x1.1765abb484d9bp-4), s, -0x1.4d33a3e6fe705p-6);
    p = fma(fma(p, s, 0x1.eec8cb219e3cfp-8), s, -0x1.110760e194bd3p-8);
    p = fma(fma(p, s, 0x1.04102020249edp-8), s, -0x1.111110f46e24cp-7);
    p = fma(p, s, 0x1.5555555553134p-4);
    double large = DoubleMath.log(a) - fma(s, p, 0.5 * r);
    double positive = a > MIDDLE ? large : below ? middle - r : middle;
    // pi / tan(pi x), from the distance to the nearest integer.
    double d = x - roundEven(x);
    double size = Math.abs(d);
    double tangent = sineOfPi(size) / sineOfPi(0.5 - size);
    double y = negative ? positive - copySign(Math.PI / tangent, d) : positive;
    return (x <= 0) & (d == 0) | (x < -Double.MAX_VALUE) ? Double.NaN : y;
  }

  /** digamma(1 + u) for u from 0 to 2. */
  private static double middleDigamma(double u) {
    double w = u - 1;
    double s = w * w;
    double even =
        fma(fma(0x1.5794325cb702bp-27, s, -0x1.268d6ba9243e6p-25), s, 0x1.dcaaad5e94749p-24);
    even = fma(fma(even, s, -0x1.9ebf5434d439fp-25), s, 0x1.e544c9b89c159p-22);
    even = fma(fma(even, s, 0x1.47830648ef687p-20), s, 0x1.6143496aab591p-18);
    even = fma(fma(even, s, 0x1.5e896facbc251p-16), s, 0x1.5f65253ca1464p-14);
    even = fma(fma(even, s, 0x1.60c6681388288p-12), s, 0x1.640760f011fc8p-10);
    even = fma(fma(even, s, 0x1.6bdf5e16da0a5p-8), s, 0x1.802924f9ae0ddp-6);
    even = fma(fma(even, s, 0x1.be76b26db7ff5p-4), s, 0x1.9213d46736ba4p-1);
    double odd =
        fma(fma(-0x1.48801ecb44aadp-26, s, 0x1.0c2c96b44d8b4p-24), s, -0x1.b377d11ede412p-23);
    odd = fma(fma(odd, s, 0x1.072d7226628b9p-24), s, -0x1.ce821443bdcd0p-21);
    odd = fma(fma(odd, s, -0x1.4c42f50e1589dp-19), s, -0x1.60b0473a48081p-17);
    odd = fma(fma(odd, s, -0x1.5ed937ec51758p-15), s, -0x1.5ff1a17533befp-13);
    odd = fma(fma(odd, s, -0x1.620eef33bd8c5p-11), s, -0x1.6714d06908a34p-9);
    odd = fma(fma(odd, s, -0x1.7389aa7ed0874p-7), s, -0x1.95ec0c3bac119p-5);
    odd = fma(odd, s, -0x1.0aff270ca079dp-2);
    return fma(odd, w, even) * (u - ZERO - ZERO_REST);
  }

  /** The derivative of {@link #digamma}; infinite at 0, -1, -2, ... and NaN at infinity. */
  public static double trigamma(double x) {
    boolean negative = x < 0;
    double a = negative ? 1 - x : x;
    // Four steps of the recurrence, and 1 / z + 1 / (2 z^2) plus a series in 1 / z.
    double r = 1 / (a + 4);
    double s = r * r;
    double p = fma(fma(0x1.fa46969ee11f8p+2, s, -0x1.d6a80e364c0e6p+1), s, 0x1.fbb5e1a732d26p-1);
    p = fma(fma(p, s, -0x1.fa22cd34e948dp-3), s, 0x1.35c41625c46ddp-4);
    p = fma(fma(p, s, -0x1.110d5ea50f306p-5), s, 0x1.8618532583705p-6);
    p = fma(fma(p, s, -0x1.1111110a4e821p-5), s, 0x1.5555555554cd2p-3);
    double sum = fma(s, fma(p, r, 0.5), r);
    sum += squareOfInverse(a + 3);
    sum += squareOfInverse(a + 2);
    sum += squareOfInverse(a + 1);
    sum += squareOfInverse(a);
    // (pi / sin(pi x))^2, from the distance to the nearest integer.
    double d = Math.abs(x - roundEven(x));
    double root = Math.PI / sineOfPi(d);
    double y = negative ? fma(root, root, -sum) : sum;
    boolean pole = (x <= 0) & (d == 0) | (x < -Double.MAX_VALUE);
    y = pole ? Double.POSITIVE_INFINITY : y;
    return x > Double.MAX_VALUE ? Double.NaN : y;
  }

  private static double squareOfInverse(double x) {
    double r = 1 / x;
    return r * r;
  }

  /**
   * digamma(a) - digamma(a + b) for positive a and a + b; see {@link GammaMath#digammaDifference}.
   */
  public static double digammaDifference(double a, double b) {
    double c = a + b;
    double sum = 1 / (a * c);
    sum += 1 / ((a + 1) * (c + 1));
    sum += 1 / ((a + 2) * (c + 2));
    sum += 1 / ((a + 3) * (c + 3));
    double r = 1 / (a + 4);
    double q = 1 / (c + 4);
    double s = r * r;
    double t = q * q;
    // The divided difference of t times the series of digamma, by Horner's scheme for both.
    double p = 0x1.0aaa96395d681p+4;
    double slope = 0x1.0aaa96395d681p+4;
    p = fma(p, s, -0x1.ffe38e764e3a7p+2);
    slope = fma(slope, t, p);
    p = fma(p, s, 0x1.022b83ce3c989p+1);
    slope = fma(slope, t, p);
    p = fma(p, s, -0x1.9a1ff99cf8ed2p-2);
    slope = fma(slope, t, p);
    p = fma(p, s, 0x1.504ae7e18bbebp-4);
    slope = fma(slope, t, p);
    p = fma(p, s, -0x1.5931c314565c5p-6);
    slope = fma(slope, t, p);
    p = fma(p, s, 0x1.f0772dee362e5p-8);
    slope = fma(slope, t, p);
    p = fma(p, s, -0x1.111107cab4ce0p-8);
    slope = fma(slope, t, p);
    p = fma(p, s, 0x1.041040fb0df38p-8);
    slope = fma(slope, t, p);
    p = fma(p, s, -0x1.111111110f5a2p-7);
    slope = fma(slope, t, p);
    p = fma(p, s, 0x1.5555555555555p-4);
    slope = fma(slope, t, p);
    sum = fma(r * q, fma(r + q, slope, 0.5), sum);
    // The logarithm of the ratio, the larger argument over the smaller.
    boolean negative = b < 0;
    double log = DoubleMath.log1p(Math.abs(b) * (negative ? q : r));
    double y = fma(-b, sum, negative ? log : -log);
    return b == Double.POSITIVE_INFINITY ? Double.NEGATIVE_INFINITY : y;
  }
}
