package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.Coefficients.*;
import static io.cambric.kernel.scalar.ScalarMath.copySign;
import static io.cambric.kernel.scalar.ScalarMath.expm1Inside;
import static io.cambric.kernel.scalar.ScalarMath.expm1Near0;
import static io.cambric.kernel.scalar.ScalarMath.exponent;
import static io.cambric.kernel.scalar.ScalarMath.fraction;
import static io.cambric.kernel.scalar.ScalarMath.logSum;
import static io.cambric.kernel.scalar.ScalarMath.power;
import static io.cambric.kernel.scalar.ScalarMath.reduced;
import static java.lang.Float.floatToRawIntBits;
import static java.lang.Math.fma;

/**
 * The hyperbolic functions of f32 and their inverses, for one element, under the rules of {@link
 * ScalarMath}.
 *
 * <p>The inverse functions are logarithms, corrected by the rounding errors of their arguments. See
 * Kahan, Branch Cuts for Complex Elementary Functions, 1987. For the errors of sums, products,
 * quotients and roots see Muller and others, Handbook of Floating-Point Arithmetic, chapter 4.
 */
public final class HyperbolicMath {

  private HyperbolicMath() {}

  public static float sinh(float x) {
    float a = Math.abs(x);
    float s = x * x;
    // (sinh(a) - a) / a^3 for a <= 1: the minimax polynomial of the relative error.
    float p = fma(fma(2.81695066e-6f, s, 1.98361595e-4f), s, 8.33334960e-3f);
    p = fma(fma(p, s, 1.66666672e-1f), a * s, a);
    float e = quarterOfExp(a);
    return copySign(a > 1f ? fma(e, 2f, -0.125f / e) : p, x);
  }

  public static float cosh(float x) {
    float e = quarterOfExp(Math.abs(x));
    return fma(e, 2f, 0.125f / e);
  }

  /** exp(a) / 4 for a positive a: half of exp(a) is finite where exp(a) is not. */
  private static float quarterOfExp(float a) {
    float limited = Math.min(a, SINH_LIMIT);
    float z = fma(limited, LOG2_E, ROUND);
    float t = power(floatToRawIntBits(z) - (ROUND_BITS + 2));
    return fma(t, expm1Near0(reduced(limited, z - ROUND)), t);
  }

  public static float tanh(float x) {
    float t = 2f * Math.abs(x);
    float e = expm1Inside(t);
    e = t > EXP_MAX ? Float.POSITIVE_INFINITY : e;
    e = t < TINY ? t : e;
    float d = e + 2f;
    boolean small = e < 2f;
    float q = (small ? e : 2f) / d;
    // The rounding error of the sum, as a correction of the quotient: 1 / d is (1 - q) / 2 here.
    float lost = e - (d - 2f);
    float y = fma(-q * lost, fma(q, -0.5f, 0.5f), q);
    return copySign(small ? y : 1f - q, x);
  }

  public static float asinh(float x) {
    float a = Math.abs(x);
    // u = a + sqrt(a^2 + 1), or 2 a for a large a; lost is the error of the square, root and sum.
    float w = fma(a, a, 1f);
    float s = (float) Math.sqrt(w);
    float u = a + s;
    float lost = a - (u - s) + 0.5f * (fma(-s, s, w) + fma(a, a, 1f - w)) / s;
    boolean large = a > INVERSE_LARGE;
    float y = logOf(large ? a : u, large ? 1f : 0f, large ? 0f : lost / u);
    return copySign(a <= Float.MAX_VALUE ? y : a, x);
  }

  public static float acosh(float x) {
    float t = x - 1f;
    // u = 1 + t + sqrt(t^2 + 2 t), or 2 x for a large x.
    float w = fma(t, t, t + t);
    float s = (float) Math.sqrt(w);
    float g = t + s;
    float u = g + 1f;
    float lost = 0.5f * (fma(-s, s, w) + fma(t, t, t + t - w)) / s + (t - (g - s)) + sumError(g, u);
    boolean large = x > INVERSE_LARGE;
    float y = logOf(large ? x : u, large ? 1f : 0f, large ? 0f : lost / u);
    y = x <= Float.MAX_VALUE ? y : x;
    return x > 1f ? y : x == 1f ? 0f : Float.NaN;
  }

  public static float atanh(float x) {
    float a = Math.abs(x);
    // Half the logarithm of u = 1 + q, where q = 2 a / d and d = 1 - a.
    float d = 1f - a;
    float q = 2f * a / d;
    float u = q + 1f;
    // The rounding errors of the difference and the quotient, times d; u d is 1 + a.
    float lost = fma(-q, 1f - d - a, fma(-q, d, 2f * a));
    float y = 0.5f * logOf(u, 0f, fma(sumError(q, u), d, lost) / (1f + a));
    y = a < 1f ? y : a == 1f ? Float.POSITIVE_INFINITY : Float.NaN;
    return copySign(y, x);
  }

  /** The rounding error of the sum {@code u} of 1 and a nonnegative number {@code g}. */
  private static float sumError(float g, float u) {
    return g < 1f ? g - (u - 1f) : 1f - (u - g);
  }

  /** log(2^n u) + c for a normal u and a small c. */
  private static float logOf(float u, float n, float c) {
    int bits = floatToRawIntBits(u);
    return logSum(fraction(bits), exponent(bits) + n, c);
  }
}
