package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.Coefficients.*;
import static io.cambric.kernel.scalar.ScalarMath.copySign;
import static java.lang.Float.floatToRawIntBits;
import static java.lang.Float.intBitsToFloat;
import static java.lang.Math.fma;

/**
 * The circular functions of f32 and their inverses, for one element, under the rules of {@link
 * ScalarMath}. {@link StrictMath} computes functions of huge numbers, one element at a time.
 *
 * <p>Arguments are reduced as in Cody and Waite, Software Manual for the Elementary Functions
 * (1980). The polynomials of the tangent and of the inverse functions are minimax polynomials of
 * the relative error, by Remez's algorithm.
 */
public final class CircularMath {

  private CircularMath() {}

  public static float sin(float x) {
    return isReducible(x) ? reducedSin(x) : (float) StrictMath.sin(x);
  }

  public static float cos(float x) {
    return isReducible(x) ? reducedCos(x) : (float) StrictMath.cos(x);
  }

  public static float tan(float x) {
    return isReducible(x) ? reducedTan(x) : (float) StrictMath.tan(x);
  }

  private static boolean isReducible(float x) {
    return Math.abs(x) <= SIN_MAX;
  }

  /** Sines in place, for a vector with huge elements. */
  public static float[] sinOfEach(float[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] = sin(x[i]);
    }
    return x;
  }

  /** Cosines in place, for a vector with huge elements. */
  public static float[] cosOfEach(float[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] = cos(x[i]);
    }
    return x;
  }

  /** Tangents in place, for a vector with huge elements. */
  public static float[] tanOfEach(float[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] = tan(x[i]);
    }
    return x;
  }

  /** {@link #sin} of a number that is not huge. */
  private static float reducedSin(float x) {
    return Math.abs(x) < TINY ? x : circular(x, 0);
  }

  /** {@link #cos} of a number that is not huge. */
  private static float reducedCos(float x) {
    return circular(x, 1);
  }

  /** {@code x - n pi / 2}. */
  private static float reduced(float x, float n) {
    return fma(n, -PIO2_LOW, fma(n, -PIO2_MIDDLE, fma(n, -PIO2_HIGH, x)));
  }

  /** sin(x + quarter * pi / 2). */
  private static float circular(float x, int quarter) {
    float z = fma(x, TWO_OVER_PI, ROUND);
    float r = reduced(x, z - ROUND);
    int k = floatToRawIntBits(z) + quarter;
    float s = r * r;
    // (sin(r) - r) / r^3 and cos(r) for |r| <= pi / 4. N. Juffa's sinf and cosf.
    float sine = fma(fma(2.86567956e-6f, s, -1.98559923e-4f), s, 8.33338592e-3f);
    sine = fma(fma(sine, s, -1.66666672e-1f), r * s, r);
    float cosine = fma(fma(2.44677067e-5f, s, -1.38877297e-3f), s, 4.16666567e-2f);
    cosine = fma(fma(cosine, s, -0.5f), s, 1f);
    float y = (k & 1) == 0 ? sine : cosine;
    // Flips the sign bit if bit 1 of the quadrant is set.
    return intBitsToFloat(floatToRawIntBits(y) ^ ((k & 2) << 30));
  }

  /** {@link #tan} of a number that is not huge. */
  private static float reducedTan(float x) {
    float z = fma(x, TWO_OVER_PI, ROUND);
    float n = z - ROUND;
    // The reduced argument in two floats, because near a pole the result has all of its error.
    float high = fma(n, -PIO2_HIGH, x);
    float middle = n * PIO2_MIDDLE;
    float r = high - middle;
    float moved = r - high;
    float rl = high - (r - moved) - (middle + moved) - fma(n, PIO2_MIDDLE, -middle);
    rl = fma(n, -PIO2_LOW, rl);
    float s = r * r;
    // (tan(r) - r) / r^3 for |r| <= pi / 4.
    float p = fma(fma(9.38660186e-3f, s, 3.11792130e-3f), s, 2.44313646e-2f);
    p = fma(fma(p, s, 5.34109399e-2f), s, 1.33388028e-1f);
    p = fma(fma(p, s, 3.33331555e-1f), r * s, fma(rl, s, rl));
    float y = r + p;
    // The rounding errors of the sum and of the quotient, as a correction of the quotient.
    float q = -1f / y;
    float lost = fma(q, p - (y - r), fma(q, y, 1f));
    float even = Math.abs(x) < TINY ? x : y;
    return (floatToRawIntBits(z) & 1) == 0 ? even : fma(q, lost, q);
  }

  public static float asin(float x) {
    float a = Math.abs(x);
    boolean far = a > 0.5f;
    float s = far ? fma(a, -0.5f, 0.5f) : a * a;
    float t = far ? (float) Math.sqrt(s) : a;
    float p = arcsineRest(t, s);
    return copySign(far ? fma(t, -2f, PIO2) - fma(p, 2f, -PIO2_REST) : t + p, x);
  }

  public static float acos(float x) {
    float a = Math.abs(x);
    boolean far = a > 0.5f;
    float s = far ? fma(a, -0.5f, 0.5f) : a * a;
    // Above 1/2, half of the angle.
    float t = far ? (float) Math.sqrt(s) : a;
    float y = t + arcsineRest(t, s);
    float rest = PIO2 - ((far ? y : copySign(y, x)) - PIO2_REST);
    return far ? 2f * (x > 0f ? y : rest) : rest;
  }

  /** asin(t) - t for a t up to 1/2 and its square s. */
  private static float arcsineRest(float t, float s) {
    float p = fma(fma(4.21661660e-2f, s, 2.41796114e-2f), s, 4.54703532e-2f);
    return fma(fma(p, s, 7.49529749e-2f), s, 1.66667521e-1f) * (t * s);
  }

  public static float atan(float x) {
    float a = Math.abs(x);
    boolean far = a > 1f;
    float p = nearArctangent((far ? 1f : a) / (far ? a : 1f));
    return copySign(far ? PIO2 - (p - PIO2_REST) : p, x);
  }

  /** atan(q) for q from 0 to 1. */
  private static float nearArctangent(float q) {
    float s = q * q;
    float p = fma(fma(2.92074028e-3f, s, -1.63681209e-2f), s, 4.32121754e-2f);
    p = fma(fma(p, s, -7.55224079e-2f), s, 1.06660172e-1f);
    p = fma(fma(p, s, -1.42110586e-1f), s, 1.99937731e-1f);
    return fma(fma(p, s, -3.33331525e-1f), q * s, q);
  }

  public static float atan2(float y, float x) {
    float a = Math.abs(x);
    float b = Math.abs(y);
    float largest = Math.max(a, b);
    float smallest = Math.min(a, b);
    // Equal arguments may be infinite or zero.
    float ratio = smallest / (largest == 0f ? 1f : largest);
    float p = nearArctangent((a == b) & (largest > 0f) ? 1f : ratio);
    boolean steep = b > a;
    boolean left = floatToRawIntBits(x) < 0;
    float quarters = steep ? 1f : left ? 2f : 0f;
    float signed = steep ^ left ? -p : p;
    return copySign(fma(quarters, PIO2, fma(quarters, PIO2_REST, signed)), y);
  }
}
