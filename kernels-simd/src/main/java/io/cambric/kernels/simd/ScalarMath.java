package io.cambric.kernels.simd;

import static io.cambric.kernels.simd.Coefficients.*;
import static java.lang.Float.floatToRawIntBits;
import static java.lang.Float.intBitsToFloat;
import static java.lang.Math.fma;

/**
 * The f32 functions for one element: step by step the same operations as {@link VectorMath}, so the
 * same bits. Used for the ends of arrays, and for all until the vector code is compiled.
 */
final class ScalarMath {

  private ScalarMath() {}

  static float exp(float x) {
    float z = fma(x, LOG2_E, ROUND);
    float n = z - ROUND;
    float r = fma(n, -LN2_LOW, fma(n, -LN2_HIGH, x));
    float p = fma(r * r, expTail(r), r) + 1f;
    float y = scale(p, floatToRawIntBits(z) - ROUND_BITS);
    return x > EXP_MAX ? Float.POSITIVE_INFINITY : x < EXP_MIN ? 0f : y;
  }

  static float exp2(float x) {
    float z = x + ROUND;
    float n = z - ROUND;
    float f = x - n;
    float r = f * LN2;
    // What the product lost, and the part of ln 2 that its float lacks.
    float low = fma(f, LN2_REST, fma(f, LN2, -r));
    float p = fma(r * r, expTail(r), low) + r + 1f;
    float y = scale(p, floatToRawIntBits(z) - ROUND_BITS);
    return x >= 128f ? Float.POSITIVE_INFINITY : x < -150f ? 0f : y;
  }

  private static float expTail(float r) {
    return fma(fma(fma(fma(fma(E5, r, E4), r, E3), r, E2), r, E1), r, E0);
  }

  /** In two factors, so that results may be subnormal and exponents reach 128. */
  private static float scale(float p, int n) {
    int half = n >> 1;
    return p * power(half) * power(n - half);
  }

  private static float power(int n) {
    return intBitsToFloat((n + 127) << 23);
  }

  static float expm1(float x) {
    float z = fma(x, LOG2_E, ROUND);
    float n = z - ROUND;
    float r = fma(n, -LN2_LOW, fma(n, -LN2_HIGH, x));
    float p = fma(r * r, expTail(r), r);
    // Half of it, doubled at the end: 2^128 is not a float.
    float t = power(floatToRawIntBits(z) - ROUND_BITS - 1);
    float half = fma(t, p, t - 0.5f);
    float y = half + half;
    y = x < EXPM1_MIN ? -1f : y;
    y = x > EXP_MAX ? Float.POSITIVE_INFINITY : y;
    return Math.abs(x) < TINY ? x : y;
  }

  static float log(float x) {
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

  static float log1p(float x) {
    float u = 1f + x;
    // What the sum lost.
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

  static float tanh(float x) {
    float e = expm1(2f * Math.abs(x));
    float d = e + 2f;
    boolean small = e < 2f;
    float q = (small ? e : 2f) / d;
    // What the sum lost, brought into the quotient: 1 / d is (1 - q) / 2 here.
    float lost = e - (d - 2f);
    float y = fma(-q * lost, fma(q, -0.5f, 0.5f), q);
    return Math.copySign(small ? y : 1f - q, x);
  }

  static float logistic(float x) {
    float e = exp(-Math.abs(x));
    float d = e + 1f;
    float lost = e - (d - 1f);
    float y = (x < 0f ? e : 1f) / d;
    // y is 1 / d or e / d; either way this is one step towards the quotient by d + lost.
    float inverse = x < 0f ? 1f - y : y;
    return fma(-y * lost, inverse, y);
  }

  static float erf(float x) {
    float t = Math.abs(x);
    float s = x * x;
    float q = fma(fma(Q6, t, Q5), s, fma(Q4, t, Q3));
    q = fma(fma(fma(fma(q, t, Q2), t, Q1), t, Q0), t, -t);
    float tail = Math.copySign(1f - exp(q), x);
    float p = fma(fma(fma(fma(fma(P5, s, P4), s, P3), s, P2), s, P1), s, P0);
    float center = fma(p, x, x);
    return t > ERF_SPLIT ? t > 4f ? Math.copySign(1f, x) : tail : center;
  }

  static float erfInv(float x) {
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

  static float sin(float x) {
    return Math.abs(x) < TINY ? x : circular(x, 0);
  }

  static float cos(float x) {
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
    // An xor of the sign bit, which bit 1 of the quadrant says to flip.
    return intBitsToFloat(floatToRawIntBits(y) ^ ((k & 2) << 30));
  }

  static float rsqrt(float x) {
    return 1f / (float) Math.sqrt(x);
  }
}
