package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.Coefficients.*;
import static java.lang.Float.floatToRawIntBits;
import static java.lang.Float.intBitsToFloat;
import static java.lang.Math.fma;

/**
 * The f32 functions, for one element: one formula for all kernels. {@link CircularMath}, {@link
 * HyperbolicMath}, {@link GammaMath} and {@link BesselMath} have more of them, under the same
 * rules. Plain kernels call them, and vector kernels call them at the ends of arrays.
 *
 * <p>Vector code is translated from the bytecode of these methods, so both have the same bits. A
 * translated method consists of assignments and conditional expressions. It has no loops and no
 * statements with branches, and {@code &} in place of {@code &&}. Vectors compute both sides of a
 * condition.
 *
 * <p>The functions use additions, products, quotients, fma, roots and selections only. The JIT must
 * keep their bits. The lane operators for such functions give other bits once they are compiled.
 * Infinities, NaN, signed zeros and subnormals are kept. The table in {@code ScalarMathTest} has
 * the errors in ulp of the result.
 */
public final class ScalarMath {

  private ScalarMath() {}

  public static float exp(float x) {
    float z = fma(x, LOG2_E, ROUND);
    float p = expm1Near0(reduced(x, z - ROUND)) + 1f;
    float y = scale(p, floatToRawIntBits(z) - ROUND_BITS);
    return x > EXP_MAX ? Float.POSITIVE_INFINITY : x < EXP_MIN ? 0f : y;
  }

  /** {@link #exp} of a number up to 40, with fewer operations because no result is large. */
  public static float expOfNegative(float x) {
    float z = fma(x, LOG2_E, ROUND);
    float p = expm1Near0(reduced(x, z - ROUND)) + 1f;
    return x < EXP_MIN ? 0f : scaleDown(p, z);
  }

  /** {@code x - n ln 2}. */
  static float reduced(float x, float n) {
    return fma(n, -LN2_LOW, fma(n, -LN2_HIGH, x));
  }

  static float expm1Near0(float r) {
    return fma(r * r, expTail(r), r);
  }

  private static float expTail(float r) {
    return fma(fma(fma(fma(fma(E5, r, E4), r, E3), r, E2), r, E1), r, E0);
  }

  public static float exp2(float x) {
    float z = x + ROUND;
    float y = exp2Of(x - (z - ROUND), z);
    return x >= 128f ? Float.POSITIVE_INFINITY : x < -150f ? 0f : y;
  }

  /** {@code 2^(f + n)} for a small f, with n in the low bits of {@code z}. */
  private static float exp2Of(float f, float z) {
    float r = f * LN2;
    // The rounding error of the product, and the remainder of ln 2.
    float low = fma(f, LN2_REST, fma(f, LN2, -r));
    float p = fma(r * r, expTail(r), low) + r + 1f;
    return scale(p, floatToRawIntBits(z) - ROUND_BITS);
  }

  /**
   * {@code p * 2^n}. The power of two has two factors, so results may be subnormal and exponents
   * reach 128.
   */
  private static float scale(float p, int n) {
    int half = n >> 1;
    return p * power(half) * power(n - half);
  }

  static float power(int n) {
    return intBitsToFloat((n + 127) << 23);
  }

  /**
   * {@code p * 2^n}, for n from -150 to 60 in the low bits of {@code z}. The first product is
   * normal, so only the second is rounded.
   */
  private static float scaleDown(float p, float z) {
    return p * intBitsToFloat((floatToRawIntBits(z) << 23) + ((127 + 64) << 23)) * 0x1p-64f;
  }

  public static float expm1(float x) {
    float y = expm1Inside(x);
    y = x < EXPM1_MIN ? -1f : y;
    y = x > EXP_MAX ? Float.POSITIVE_INFINITY : y;
    return Math.abs(x) < TINY ? x : y;
  }

  /** {@link #expm1} for an x that is neither very small nor large. */
  static float expm1Inside(float x) {
    float z = fma(x, LOG2_E, ROUND);
    float p = expm1Near0(reduced(x, z - ROUND));
    // Half of the result, doubled at the end, because 2^128 is not a float.
    float t = power(floatToRawIntBits(z) - (ROUND_BITS + 1));
    float half = fma(t, p, t - 0.5f);
    return half + half;
  }

  public static float log(float x) {
    boolean subnormal = x < Float.MIN_NORMAL;
    int bits = floatToRawIntBits(subnormal ? x * 0x1p23f : x);
    float n = exponent(bits);
    float y = logSum(fraction(bits), subnormal ? n - 23f : n, 0f);
    y = x == Float.POSITIVE_INFINITY ? x : y;
    y = x >= 0f ? y : Float.NaN;
    return x == 0f ? Float.NEGATIVE_INFINITY : y;
  }

  public static float log1p(float x) {
    float u = 1f + x;
    // The rounding error of the sum.
    float lost = x < 1f ? x - (u - 1f) : 1f - (u - x);
    int bits = floatToRawIntBits(u);
    float y = logSum(fraction(bits), exponent(bits), lost / u);
    y = x == Float.POSITIVE_INFINITY ? x : y;
    y = x >= -1f ? y : Float.NaN;
    y = x == -1f ? Float.NEGATIVE_INFINITY : y;
    return Math.abs(x) < TINY ? x : y;
  }

  /** The n of a float {@code (1 + f) 2^n}. */
  static int exponent(int bits) {
    return (bits - SQRT_HALF_BITS) >> 23;
  }

  /** The f of a float {@code (1 + f) 2^n}. */
  static float fraction(int bits) {
    return intBitsToFloat(bits - (exponent(bits) << 23)) - 1f;
  }

  /** log((1 + f) 2^n) + c for a small c. */
  static float logSum(float f, float n, float c) {
    float s = f * f;
    // (log(1 + f) - f + f^2 / 2) / f^3 for 1 + f in [sqrt(1/2), sqrt(2)). Cephes logf.
    float p = fma(fma(7.0376836292e-2f, f, -1.1514610310e-1f), f, 1.1676998740e-1f);
    p = fma(fma(p, f, -1.2420140846e-1f), f, 1.4249322787e-1f);
    p = fma(fma(p, f, -1.6668057665e-1f), f, 2.0000714765e-1f);
    p = fma(fma(p, f, -2.4999993993e-1f), f, 3.3333331174e-1f);
    float y = fma(p, f * s, c);
    y = fma(n, LN2_LOW, y);
    y = fma(s, -0.5f, y);
    return fma(n, LN2_HIGH, f + y);
  }

  static float copySign(float magnitude, float sign) {
    int bit = floatToRawIntBits(sign) & Integer.MIN_VALUE;
    return intBitsToFloat((floatToRawIntBits(magnitude) & Integer.MAX_VALUE) | bit);
  }

  public static float logistic(float x) {
    float e = expOfNegative(intBitsToFloat(floatToRawIntBits(x) | Integer.MIN_VALUE));
    float d = e + 1f;
    float gained = d - 1f - e;
    boolean negative = x < 0f;
    float y = (negative ? e : 1f) / d;
    // y is 1 / d or e / d. In both cases this is one Newton step towards the quotient by the sum.
    float inverse = negative ? 1f - y : y;
    return fma(y * gained, inverse, y);
  }

  public static float erf(float x) {
    float t = Math.abs(x);
    float s = x * x;
    // N. Juffa's erff: 1 - exp(q) with a polynomial q in |x| for large x, x + x P(x^2) for small x.
    float q =
        fma(fma(-1.72853470e-5f, t, 3.83197126e-4f), s, fma(-3.88396438e-3f, t, 2.42546219e-2f));
    q = fma(fma(q, t, -1.06777877e-1f), t, -6.34846687e-1f);
    q = fma(fma(q, t, -1.28717512e-1f), t, -t);
    float tail = t > 4f ? 1f : 1f - expOfNegative(q);
    float p = fma(-5.96761703e-4f, s, 4.99119423e-3f);
    p = fma(fma(p, s, -2.67681349e-2f), s, 1.12819925e-1f);
    p = fma(fma(p, s, -3.76125336e-1f), s, 1.28379166e-1f);
    return t > ERF_SPLIT ? copySign(tail, x) : fma(p, x, x);
  }

  public static float erfc(float x) {
    float a = Math.min(Math.abs(x), ERFC_MAX);
    // exp(-a^2) is (1 + g) 2^n. The rounding error of the square is added to the reduced argument.
    float s = -a * a;
    float z = fma(s, LOG2_E, ROUND);
    float g = expm1Near0(reduced(s, z - ROUND) + fma(-a, a, -s));
    float r = 1f / (a + 2f);
    float q = (a - 2f) * r;
    q = fma(r, fma(q, -a, fma(q + 1f, -2f, a)), q);
    // (1 + 2 a) exp(a^2) erfc(a) - 1 for a >= 0, in (a - 2) / (a + 2). N. Juffa's erfcf.
    float p = fma(-0x1.a4a000p-12f, q, -0x1.42a260p-10f);
    p = fma(fma(p, q, 0x1.585714p-10f), q, 0x1.1adcc4p-07f);
    p = fma(fma(p, q, -0x1.081b82p-07f), q, -0x1.bc0b6ap-05f);
    p = fma(fma(p, q, 0x1.4ffc46p-03f), q, -0x1.540840p-03f);
    p = fma(fma(p, q, -0x1.7bf616p-04f), q, 0x1.1ba03ap-02f);
    // (1 + p) / (1 + 2 a), with one Newton step towards the quotient.
    float d = 1f / fma(2f, a, 1f);
    float y = fma(p, d, d);
    y = fma(fma(fma(y, -a, 0.5f), 2f, p - y), d, y);
    y = scaleDown(fma(y, g, y), z);
    return x < 0f ? 2f - y : y;
  }

  public static float erfInv(float x) {
    // Giles 2012, as in XLA: polynomials in w - 2.5 for w < 5, and in sqrt(w) - 3 above.
    float w = -log1p(-x * x);
    float t = w - 2.5f;
    float p = fma(fma(2.81022636e-08f, t, 3.43273939e-07f), t, -3.5233877e-06f);
    p = fma(fma(p, t, -4.39150654e-06f), t, 0.00021858087f);
    p = fma(fma(p, t, -0.00125372503f), t, -0.00417768164f);
    p = fma(fma(p, t, 0.246640727f), t, 1.50140941f);
    float v = (float) Math.sqrt(w) - 3f;
    float q = fma(fma(-0.000200214257f, v, 0.000100950558f), v, 0.00134934322f);
    q = fma(fma(q, v, -0.00367342844f), v, 0.00573950773f);
    q = fma(fma(q, v, -0.0076224613f), v, 0.00943887047f);
    q = fma(fma(q, v, 1.00167406f), v, 2.83297682f);
    float y = (w < 5f ? p : q) * x;
    return Math.abs(x) == 1f ? x * Float.POSITIVE_INFINITY : y;
  }

  public static float rsqrt(float x) {
    return 1f / (float) Math.sqrt(x);
  }

  /** Zeros keep their sign, and NaN stays NaN. */
  public static float sign(float x) {
    return x < 0f ? -1f : x > 0f ? 1f : x;
  }

  /**
   * Numbers of at least 2^23 are integers. The sum of a smaller number and 2^23 has no bits for a
   * fraction. It is therefore rounded to the nearest integer, with ties to even.
   */
  public static float roundEven(float x) {
    float size = Math.abs(x);
    float rounded = size + 0x1p23f - 0x1p23f;
    return size < 0x1p23f ? copySign(rounded, x) : x;
  }

  /** Like {@link #roundEven}, but ties are rounded away from zero. */
  public static float roundAway(float x) {
    float size = Math.abs(x);
    float rounded = size + 0x1p23f - 0x1p23f;
    float away = size - rounded == 0.5f ? rounded + 1f : rounded;
    return size < 0x1p23f ? copySign(away, x) : x;
  }

  public static float floor(float x) {
    float nearest = roundEven(x);
    return nearest > x ? nearest - 1f : nearest;
  }

  /** The sign is copied, because the integer above -0.5 is -0. */
  public static float ceil(float x) {
    float nearest = roundEven(x);
    return nearest < x ? copySign(nearest + 1f, x) : nearest;
  }

  public static float pow(float x, float y) {
    float a = Math.abs(x);
    boolean subnormal = a < Float.MIN_NORMAL;
    int bits = floatToRawIntBits(subnormal ? a * 0x1p23f : a);
    float e = exponent(bits);
    float n = subnormal ? e - 23f : e;
    float f = fraction(bits);
    // q = f / (f + 2), and log(1 + f) = 2 atanh(q), each in two floats.
    float r = 1f / (f + 2f);
    float q = f * r;
    float ql = r * fma(q, -f, fma(q, -2f, f));
    float s = q * q;
    float sl = fma(q + q, ql, fma(q, q, -s));
    float c = q * s;
    float cl = fma(q, s, -c) + fma(q, sl, ql * s);
    float t = c * THIRD;
    float tl = fma(c, THIRD, -t) + fma(c, THIRD_REST, cl * THIRD);
    float rest = fma(fma(fma(1f / 11, s, 1f / 9), s, 1f / 7), s, 1f / 5) * (c * s);
    float z = q + t;
    float zl = (q - z + t) + (tl + rest + ql);
    float w = z * TWO_OVER_LN2;
    float wl = fma(z, TWO_OVER_LN2, -w) + fma(z, TWO_OVER_LN2_REST, zl * TWO_OVER_LN2);
    float l = n + w;
    float ll = (n - l + w) + wl;
    l = a == 0f ? Float.NEGATIVE_INFINITY : l;
    l = a == Float.POSITIVE_INFINITY ? a : l;
    return signed(x, y, power2(y, l, ll));
  }

  /** 2^(y (l + ll)). */
  private static float power2(float y, float l, float ll) {
    float h = y * l;
    float lost = fma(y, ll, fma(y, l, -h));
    lost = Math.abs(h) < EXP2_LIMIT ? lost : 0f;
    h = Math.max(Math.min(h, EXP2_LIMIT), -EXP2_LIMIT);
    float z = h + ROUND;
    return exp2Of(h - (z - ROUND) + lost, z);
  }

  /** The power of x with this magnitude, with the special cases of IEEE 754. */
  private static float signed(float x, float y, float magnitude) {
    float a = Math.abs(x);
    boolean small = Math.abs(y) < EVEN;
    int n = (int) y;
    boolean whole = n == y;
    float p = a == 1f ? 1f : magnitude;
    p = ((n & 1) != 0) & small & whole ? copySign(p, x) : p;
    p = !whole & small & (x < 0f) & (a < Float.POSITIVE_INFINITY) ? Float.NaN : p;
    p = Float.isNaN(x) | Float.isNaN(y) ? Float.NaN : p;
    return (y == 0f) | (x == 1f) ? 1f : p;
  }

  public static float cbrt(float x) {
    float a = Math.abs(x);
    boolean subnormal = a < Float.MIN_NORMAL;
    a = subnormal ? a * 0x1p24f : a;
    // The bits of a float grow like its logarithm. Times -1/3, plus a constant, they estimate the
    // inverse cube root.
    float y = intBitsToFloat((int) fma(floatToRawIntBits(a), -THIRD, CBRT_BITS));
    // h = 1 - a y^3; the root of 1 - h is expanded at h = 0, twice (Householder).
    float h = fma(-a * y, y * y, 1f);
    y = fma(y * h, fma(fma(14f / 81, h, 2f / 9), h, THIRD), y);
    h = fma(-a * y, y * y, 1f);
    y = fma(y * h, fma(2f / 9, h, THIRD), y);
    // A Newton step from a rounded root, with its cube in two floats.
    float t = a * y * y;
    float s = t * t;
    float rest = fma(-fma(t, t, -s), t, fma(-s, t, a));
    t = fma(rest * THIRD, y * y, t);
    t = subnormal ? t * 0x1p-8f : t;
    return (a > 0f) & (a <= Float.MAX_VALUE) ? copySign(t, x) : x;
  }

  /** The neighbour of x in the direction of y; y if they are equal. */
  public static float nextAfter(float x, float y) {
    return neighbour(x, y, 1);
  }

  /** {@link #nextAfter} among the values of bf16. */
  public static float nextAfterInBfloat16(float x, float y) {
    return neighbour(x, y, 1 << DROPPED);
  }

  /** The neighbour of x in the direction of y, among floats whose bits are {@code unit} apart. */
  private static float neighbour(float x, float y, int unit) {
    int away = (x < y) ^ (x < 0f) ? unit : -unit;
    float next = intBitsToFloat(floatToRawIntBits(x) + away);
    next = x == 0f ? copySign(intBitsToFloat(unit), y) : next;
    next = x == y ? y : next;
    return Float.isNaN(x) | Float.isNaN(y) ? x + y : next;
  }

  /** Rounds to bf16, to nearest even. NaN stays NaN and becomes quiet. */
  public static float toBfloat16(float x) {
    int bits = floatToRawIntBits(x);
    // Adding the last bit that is kept rounds ties to even.
    int rounded = bits + BELOW_HALF + ((bits >>> DROPPED) & 1);
    return intBitsToFloat((Float.isNaN(x) ? bits | QUIET : rounded) & (-1 << DROPPED));
  }
}
