package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.ScalarMath.exponent;
import static io.cambric.kernel.scalar.ScalarMath.fraction;
import static io.cambric.kernel.scalar.ScalarMath.logSum;
import static java.lang.Float.floatToRawIntBits;
import static java.lang.Math.fma;

/**
 * Functions of the gamma family in f32, for one element, under the rules of {@link ScalarMath}.
 *
 * <p>Between 1 and 3 they are minimax polynomials in the relative error, by Remez's algorithm, with
 * their zeros as factors. The recurrence moves smaller numbers there. Larger numbers use Stirling's
 * series, and negative ones the reflection formula.
 *
 * @see <a href="https://dlmf.nist.gov/5">DLMF, 5.5 and 5.11</a>
 */
public final class GammaMath {

  /** Up to this value, the functions are polynomials. */
  private static final float MIDDLE = 3f;

  private static final float INVERSE_PI = 0.318309873f;

  // 1 / e as a float, and the remainder.
  private static final float INVERSE_E = 0.36787945f;
  private static final float INVERSE_E_REST = -9.1497876e-9f;

  private static final float E = 2.71828175f;

  /** (log(2 pi) - 1) / 2. */
  private static final float STIRLING = 0.418938547f;

  // The zero of digamma, minus 1, and the remainder.
  private static final float ZERO = 0.461632133f;
  private static final float ZERO_REST = 1.24381499e-8f;

  private GammaMath() {}

  /** The logarithm of the absolute value of the gamma function; infinite at 0, -1, -2, ... */
  public static float lgamma(float x) {
    float a = Math.abs(x);
    boolean below = a < 1f;
    boolean beyond = a > MIDDLE;
    float p = middleLgamma(below ? a : a - 1f);
    // (a - 1/2) log(a / e) + C, plus a series in 1 / a.
    float r = 1f / a;
    float h = a * INVERSE_E;
    float rest = fma(a, INVERSE_E_REST, fma(a, INVERSE_E, -h)) * (r * E);
    float log = logOf(beyond ? h : a, beyond ? rest : 0f);
    float s = r * r;
    float series = fma(fma(6.96713396e-4f, s, -2.77272682e-3f), s, 8.33332688e-2f);
    float positive = beyond ? fma(a - 0.5f, log, fma(r, series, STIRLING)) : below ? p - log : p;
    // For a negative x: log(pi / (a sin(pi a))) - log gamma(a). Below 1, the factor a cancels.
    float d = Math.abs(a - ScalarMath.roundEven(a));
    float sine = sineOfPi(d) * INVERSE_PI;
    float reflected = -ScalarMath.log(below ? sine : sine * a) - (below ? p : positive);
    float y = x < 0f ? reflected : positive;
    boolean infinite = (a > Float.MAX_VALUE) | (a == 0f) | ((x < 0f) & (d == 0f));
    return infinite ? Float.POSITIVE_INFINITY : y;
  }

  /** log gamma(1 + u) for u from 0 to 2. */
  private static float middleLgamma(float u) {
    float w = u - 1f;
    float p = fma(fma(-3.87447362e-5f, w, 7.81936178e-5f), w, -5.23917734e-5f);
    p = fma(fma(p, w, 1.30587374e-4f), w, -4.25597362e-4f);
    p = fma(fma(p, w, 9.44336120e-4f), w, -2.10205116e-3f);
    p = fma(fma(p, w, 4.99154674e-3f), w, -1.23849772e-2f);
    p = fma(fma(p, w, 3.29656266e-2f), w, -1.00317270e-1f);
    // Adding 0 makes a zero of either sign positive.
    return fma(fma(p, w, 4.22784328e-1f), u * w, 0f);
  }

  /** log(x) + c for a positive x and a small c. */
  private static float logOf(float x, float c) {
    boolean subnormal = x < Float.MIN_NORMAL;
    int bits = floatToRawIntBits(subnormal ? x * 0x1p23f : x);
    float n = exponent(bits);
    return logSum(fraction(bits), subnormal ? n - 23f : n, c);
  }

  /** sin(pi d) for d from 0 to 1/2. */
  private static float sineOfPi(float d) {
    float s = d * d;
    float p = fma(fma(7.75604099e-2f, s, -5.98242164e-1f), s, 2.55006981f);
    return fma(fma(p, s, -5.16770983f), s, 3.14159274f) * d;
  }

  /** The derivative of {@link #lgamma}; NaN at 0, -1, -2, ... */
  public static float digamma(float x) {
    boolean negative = x < 0f;
    float a = negative ? 1f - x : x;
    boolean below = a < 1f;
    float p = middleDigamma(below ? a : a - 1f);
    float r = 1f / a;
    float s = r * r;
    float series = fma(fma(3.26488586e-3f, s, -8.29166267e-3f), s, 8.33326057e-2f);
    float large = ScalarMath.log(a) - fma(s, series, 0.5f * r);
    float positive = a > MIDDLE ? large : below ? p - r : p;
    // pi / tan(pi x), from the distance to the nearest integer.
    float d = x - ScalarMath.roundEven(x);
    float size = Math.abs(d);
    float tangent = sineOfPi(size) / sineOfPi(0.5f - size);
    float y = negative ? positive - ScalarMath.copySign((float) Math.PI / tangent, d) : positive;
    return (x <= 0f) & (d == 0f) | (x < -Float.MAX_VALUE) ? Float.NaN : y;
  }

  /** digamma(1 + u) for u from 0 to 2. */
  private static float middleDigamma(float u) {
    float w = u - 1f;
    float p = fma(fma(-1.15957107e-4f, w, 2.21718379e-4f), w, -3.77747638e-5f);
    p = fma(fma(p, w, 1.09840403e-4f), w, -7.80596514e-4f);
    p = fma(fma(p, w, 1.52682397e-3f), w, -2.69589410e-3f);
    p = fma(fma(p, w, 5.49002970e-3f), w, -1.13474643e-2f);
    p = fma(fma(p, w, 2.34580450e-2f), w, -4.95502315e-2f);
    p = fma(fma(p, w, 1.08999230e-1f), w, -2.60738969e-1f);
    return fma(p, w, 7.85307527e-1f) * (u - ZERO - ZERO_REST);
  }

  /** The derivative of {@link #digamma}; infinite at 0, -1, -2, ... and NaN at infinity. */
  public static float trigamma(float x) {
    boolean negative = x < 0f;
    float a = negative ? 1f - x : x;
    // Four steps of the recurrence, and 1 / z + 1 / (2 z^2) plus a series in 1 / z.
    float r = 1f / (a + 4f);
    float s = r * r;
    float series = fma(fma(1.84626300e-2f, s, -3.30225229e-2f), s, 1.66661291e-1f);
    float sum = fma(s, fma(series, r, 0.5f), r);
    sum += squareOfInverse(a + 3f);
    sum += squareOfInverse(a + 2f);
    sum += squareOfInverse(a + 1f);
    sum += squareOfInverse(a);
    // (pi / sin(pi x))^2, from the distance to the nearest integer.
    float d = Math.abs(x - ScalarMath.roundEven(x));
    float root = (float) Math.PI / sineOfPi(d);
    float y = negative ? fma(root, root, -sum) : sum;
    boolean pole = (x <= 0f) & (d == 0f) | (x < -Float.MAX_VALUE);
    y = pole ? Float.POSITIVE_INFINITY : y;
    return x > Float.MAX_VALUE ? Float.NaN : y;
  }

  private static float squareOfInverse(float x) {
    float r = 1f / x;
    return r * r;
  }

  /**
   * digamma(a) - digamma(a + b) for positive a and a + b.
   *
   * <p>Four steps of the recurrence apply to both arguments. The terms of the recurrence and of the
   * series are subtracted one by one, which loses no digits for a small b.
   */
  public static float digammaDifference(float a, float b) {
    float c = a + b;
    float sum = 1f / (a * c);
    sum += 1f / ((a + 1f) * (c + 1f));
    sum += 1f / ((a + 2f) * (c + 2f));
    sum += 1f / ((a + 3f) * (c + 3f));
    float r = 1f / (a + 4f);
    float q = 1f / (c + 4f);
    // log(x) - 1 / (2 x) - (1/12 - s / 120 + s^2 / 252) s, where s is r^2 or q^2.
    float rr = r * r;
    float qq = q * q;
    float third = fma(rr, rr, fma(rr, qq, qq * qq)) * (1f / 252);
    float series = fma(rr + qq, -1f / 120, third + 1f / 12);
    sum = fma(r * q, fma(r + q, series, 0.5f), sum);
    // The logarithm of the ratio, the larger argument over the smaller.
    boolean negative = b < 0f;
    float log = ScalarMath.log1p(Math.abs(b) * (negative ? q : r));
    float y = fma(-b, sum, negative ? log : -log);
    return b == Float.POSITIVE_INFINITY ? Float.NEGATIVE_INFINITY : y;
  }
}
