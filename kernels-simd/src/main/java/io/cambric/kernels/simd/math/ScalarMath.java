package io.cambric.kernels.simd.math;

import static io.cambric.kernels.simd.math.Coefficients.*;
import static java.lang.Float.floatToRawIntBits;
import static java.lang.Float.intBitsToFloat;
import static java.lang.Math.fma;

/**
 * The f32 functions for one element, with the same operations as {@link VectorMath} and so the same
 * bits. They compute the ends of arrays, and all elements until the vector code is compiled.
 */
public final class ScalarMath {

  private ScalarMath() {}

  public static float exp(float x) {
    float z = fma(x, LOG2_E, ROUND);
    float n = z - ROUND;
    float r = fma(n, -LN2_LOW, fma(n, -LN2_HIGH, x));
    float p = fma(r * r, expTail(r), r) + 1f;
    float y = scale(p, floatToRawIntBits(z) - ROUND_BITS);
    return x > EXP_MAX ? Float.POSITIVE_INFINITY : x < EXP_MIN ? 0f : y;
  }

  public static float exp2(float x) {
    float z = x + ROUND;
    float n = z - ROUND;
    float f = x - n;
    float r = f * LN2;
    // The rounding error of the product, and the part of ln 2 that its float lacks.
    float low = fma(f, LN2_REST, fma(f, LN2, -r));
    float p = fma(r * r, expTail(r), low) + r + 1f;
    float y = scale(p, floatToRawIntBits(z) - ROUND_BITS);
    return x >= 128f ? Float.POSITIVE_INFINITY : x < -150f ? 0f : y;
  }

  private static float expTail(float r) {
    return fma(fma(fma(fma(fma(E5, r, E4), r, E3), r, E2), r, E1), r, E0);
  }

  /** The power of two as two factors, so that results may be subnormal and exponents reach 128. */
  private static float scale(float p, int n) {
    int half = n >> 1;
    return p * power(half) * power(n - half);
  }

  private static float power(int n) {
    return intBitsToFloat((n + 127) << 23);
  }

  public static float expm1(float x) {
    float z = fma(x, LOG2_E, ROUND);
    float n = z - ROUND;
    float r = fma(n, -LN2_LOW, fma(n, -LN2_HIGH, x));
    float p = fma(r * r, expTail(r), r);
    // Half of the result, doubled at the end: 2^128 is not a float.
    float t = power(floatToRawIntBits(z) - ROUND_BITS - 1);
    float half = fma(t, p, t - 0.5f);
    float y = half + half;
    y = x < EXPM1_MIN ? -1f : y;
    y = x > EXP_MAX ? Float.POSITIVE_INFINITY : y;
    return Math.abs(x) < TINY ? x : y;
  }

  public static float log(float x) {
    boolean subnormal = x < Float.MIN_NORMAL;
    int bits = floatToRawIntBits(subnormal ? x * 0x1p23f : x);
    int e = (bits - SQRT_HALF_BITS) >> 23;
    float f = intBitsToFloat(bits - (e << 23)) - 1f;
    float n = subnormal ? e - 23 : e;
    float y = logSum(f, n, 0f);
    y = x == Float.POSITIVE_INFINITY ? x : y;
    y = x >= 0f ? y : Float.NaN;
    return x == 0f ? Float.NEGATIVE_INFINITY : y;
  }

  public static float log1p(float x) {
    float u = 1f + x;
    // The rounding error of the sum.
    float lost = x < 1f ? x - (u - 1f) : 1f - (u - x);
    int bits = floatToRawIntBits(u);
    int e = (bits - SQRT_HALF_BITS) >> 23;
    float f = intBitsToFloat(bits - (e << 23)) - 1f;
    float y = logSum(f, e, lost / u);
    y = x == Float.POSITIVE_INFINITY ? x : y;
    y = x >= -1f ? y : Float.NaN;
    y = x == -1f ? Float.NEGATIVE_INFINITY : y;
    return Math.abs(x) < TINY ? x : y;
  }

  /** log((1 + f) 2^n) + c for a small c. */
  private static float logSum(float f, float n, float c) {
    float s = f * f;
    float p = fma(fma(fma(fma(L8, f, L7), f, L6), f, L5), f, L4);
    p = fma(fma(fma(fma(p, f, L3), f, L2), f, L1), f, L0);
    float y = fma(p, f * s, c);
    y = fma(n, LN2_LOW, y);
    y = fma(s, -0.5f, y);
    return fma(n, LN2_HIGH, f + y);
  }

  public static float tanh(float x) {
    float e = expm1(2f * Math.abs(x));
    float d = e + 2f;
    boolean small = e < 2f;
    float q = (small ? e : 2f) / d;
    // The rounding error of the sum, as a correction of the quotient: 1 / d is (1 - q) / 2 here.
    float lost = e - (d - 2f);
    float y = fma(-q * lost, fma(q, -0.5f, 0.5f), q);
    return Math.copySign(small ? y : 1f - q, x);
  }

  public static float logistic(float x) {
    float e = exp(-Math.abs(x));
    float d = e + 1f;
    float lost = e - (d - 1f);
    float y = (x < 0f ? e : 1f) / d;
    // y is 1 / d or e / d. In both cases this is one Newton step towards the quotient by d + lost.
    float inverse = x < 0f ? 1f - y : y;
    return fma(-y * lost, inverse, y);
  }

  public static float erf(float x) {
    float t = Math.abs(x);
    float s = x * x;
    float q = fma(fma(Q6, t, Q5), s, fma(Q4, t, Q3));
    q = fma(fma(fma(fma(q, t, Q2), t, Q1), t, Q0), t, -t);
    float tail = Math.copySign(1f - exp(q), x);
    float p = fma(fma(fma(fma(fma(P5, s, P4), s, P3), s, P2), s, P1), s, P0);
    float center = fma(p, x, x);
    return t > ERF_SPLIT ? t > 4f ? Math.copySign(1f, x) : tail : center;
  }

  public static float erfc(float x) {
    float a = Math.min(Math.abs(x), ERFC_MAX);
    // exp(-a^2) is (1 + g) 2^n. The rounding error of the square is added to the reduced argument.
    float s = -a * a;
    float z = fma(s, LOG2_E, ROUND);
    float n = z - ROUND;
    float t = fma(n, -LN2_LOW, fma(n, -LN2_HIGH, s)) + fma(-a, a, -s);
    float g = fma(t * t, expTail(t), t);
    float r = 1f / (a + 2f);
    float q = (a - 2f) * r;
    q = fma(r, fma(q, -a, fma(q + 1f, -2f, a)), q);
    float p = fma(fma(fma(fma(R9, q, R8), q, R7), q, R6), q, R5);
    p = fma(fma(fma(fma(fma(p, q, R4), q, R3), q, R2), q, R1), q, R0);
    // (1 + p) / (1 + 2 a), with one Newton step towards the quotient.
    float d = 1f / fma(2f, a, 1f);
    float y = fma(p, d, d);
    y = fma(fma(fma(y, -a, 0.5f), 2f, p - y), d, y);
    y = scale(fma(y, g, y), floatToRawIntBits(z) - ROUND_BITS);
    return x < 0f ? 2f - y : y;
  }

  public static float erfInv(float x) {
    float w = -log1p(-x * x);
    float t = w - 2.5f;
    float p = fma(fma(fma(fma(G8, t, G7), t, G6), t, G5), t, G4);
    p = fma(fma(fma(fma(p, t, G3), t, G2), t, G1), t, G0);
    float v = (float) Math.sqrt(w) - 3f;
    float q = fma(fma(fma(fma(H8, v, H7), v, H6), v, H5), v, H4);
    q = fma(fma(fma(fma(q, v, H3), v, H2), v, H1), v, H0);
    float y = (w < 5f ? p : q) * x;
    return Math.abs(x) == 1f ? x * Float.POSITIVE_INFINITY : y;
  }

  public static float sin(float x) {
    return Math.abs(x) < TINY ? x : circular(x, 0);
  }

  public static float cos(float x) {
    return circular(x, 1);
  }

  /** sin(x + quarter * pi / 2). */
  private static float circular(float x, int quarter) {
    if (!(Math.abs(x) <= SIN_MAX)) {
      return (float) (quarter == 0 ? Math.sin(x) : Math.cos(x));
    }
    float z = fma(x, TWO_OVER_PI, ROUND);
    float n = z - ROUND;
    float r = fma(n, -PIO2_LOW, fma(n, -PIO2_MIDDLE, fma(n, -PIO2_HIGH, x)));
    int k = floatToRawIntBits(z) + quarter;
    float s = r * r;
    float sine = fma(fma(fma(fma(S3, s, S2), s, S1), s, S0), r * s, r);
    float cosine = fma(fma(fma(fma(C3, s, C2), s, C1), s, C0), s, 1f);
    float y = (k & 1) == 0 ? sine : cosine;
    // Flips the sign bit if bit 1 of the quadrant is set.
    return intBitsToFloat(floatToRawIntBits(y) ^ ((k & 2) << 30));
  }

  public static float pow(float x, float y) {
    float a = Math.abs(x);
    boolean subnormal = a < Float.MIN_NORMAL;
    int bits = floatToRawIntBits(subnormal ? a * 0x1p23f : a);
    int e = (bits - SQRT_HALF_BITS) >> 23;
    float n = subnormal ? e - 23f : e;
    float f = intBitsToFloat(bits - (e << 23)) - 1f;
    // q = f / (f + 2), of which log(1 + f) is 2 atanh, each in two floats.
    float r = 1f / (f + 2f);
    float q = f * r;
    float ql = r * fma(q, -f, fma(q, -2f, f));
    float s = q * q;
    float sl = fma(q + q, ql, fma(q, q, -s));
    float c = q * s;
    float cl = fma(q, s, -c) + fma(q, sl, ql * s);
    float t = c * THIRD;
    float tl = fma(c, THIRD, -t) + fma(c, THIRD_REST, cl * THIRD);
    float rest = fma(fma(fma(ELEVENTH, s, NINTH), s, SEVENTH), s, FIFTH) * (c * s);
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

  /** 2 to the power y (l + ll). */
  private static float power2(float y, float l, float ll) {
    float h = y * l;
    float lost = fma(y, ll, fma(y, l, -h));
    lost = Math.abs(h) < EXP2_LIMIT ? lost : 0f;
    h = Math.max(Math.min(h, EXP2_LIMIT), -EXP2_LIMIT);
    float z = h + ROUND;
    float f = h - (z - ROUND) + lost;
    float r = f * LN2;
    float low = fma(f, LN2_REST, fma(f, LN2, -r));
    float p = fma(r * r, expTail(r), low) + r + 1f;
    return scale(p, floatToRawIntBits(z) - ROUND_BITS);
  }

  /** The power of x of this magnitude, with the special cases of IEEE 754. */
  private static float signed(float x, float y, float magnitude) {
    float a = Math.abs(x);
    boolean small = Math.abs(y) < EVEN;
    int n = (int) y;
    boolean whole = n == y || !small;
    float p = a == 1f ? 1f : magnitude;
    boolean odd = small && n == y && (n & 1) != 0;
    p = odd ? Math.copySign(p, x) : p;
    p = !whole && x < 0f && a < Float.POSITIVE_INFINITY ? Float.NaN : p;
    p = Float.isNaN(x) || Float.isNaN(y) ? Float.NaN : p;
    return y == 0f || x == 1f ? 1f : p;
  }

  public static float rsqrt(float x) {
    return 1f / (float) Math.sqrt(x);
  }
}
