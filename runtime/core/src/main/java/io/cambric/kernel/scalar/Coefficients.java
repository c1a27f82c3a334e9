package io.cambric.kernel.scalar;

/** Constants of the f32 functions of {@link ScalarMath} and its neighbours. */
public final class Coefficients {

  /**
   * The rounding constant 1.5 * 2^23. Adding it rounds to an integer; the low bits of the sum then
   * hold this integer.
   */
  public static final float ROUND = 12582912f;

  public static final int ROUND_BITS = 0x4B400000;

  public static final float LOG2_E = 1.44269504f;

  // ln 2 in two parts: products of the first part with small integers are exact.
  public static final float LN2_HIGH = 0.693359375f;
  public static final float LN2_LOW = -2.12194440e-4f;

  // ln 2 as a float, and the remainder.
  public static final float LN2 = 0.693147182f;
  public static final float LN2_REST = -1.90465421e-9f;

  /** Below this magnitude expm1(x) and log1p(x) are x, including the sign of zero. */
  public static final float TINY = 0x1p-26f;

  /** At this value and above, exp overflows to infinity. */
  public static final float EXP_MAX = 88.722840f;

  /** Below this exp is less than half the smallest subnormal. */
  public static final float EXP_MIN = -103.972084f;

  /** Below this expm1 rounds to -1. */
  public static final float EXPM1_MIN = -17.5f;

  // (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2. Cephes expf.
  public static final float E5 = 1.9875691500e-4f;
  public static final float E4 = 1.3981999507e-3f;
  public static final float E3 = 8.3334519073e-3f;
  public static final float E2 = 4.1665795894e-2f;
  public static final float E1 = 1.6666665459e-1f;
  public static final float E0 = 5.0000001201e-1f;

  /** Bits of sqrt(1/2): mantissas are from the range [sqrt(1/2), sqrt(2)). */
  public static final int SQRT_HALF_BITS = 0x3F3504F3;

  /** Above this magnitude erf is 1 - exp of a polynomial. */
  public static final float ERF_SPLIT = 0.927734375f;

  /** At this value and above, erfc is less than half the smallest subnormal. */
  public static final float ERFC_MAX = 10.0625f;

  // atanh(q) is q + q^3 / 3 + q^5 (1/5 + q^2 / 7 + ...); one third is two floats.
  public static final float THIRD = 0.333333343f;
  public static final float THIRD_REST = -9.93410776e-9f;

  // 2 / ln 2 as a float, and the remainder.
  public static final float TWO_OVER_LN2 = 2.88539004f;
  public static final float TWO_OVER_LN2_REST = 3.85192602e-8f;

  /** Beyond this, a power of 2 is infinite or 0. */
  public static final float EXP2_LIMIT = 200f;

  /** Floats of at least this magnitude are even integers. */
  public static final float EVEN = 0x1p24f;

  public static final float TWO_OVER_PI = 0.636619747f;

  // pi / 2 in three parts (Cody and Waite), accurate up to SIN_MAX with fused multiply-add.
  public static final float PIO2_HIGH = 1.57079601e+00f;
  public static final float PIO2_MIDDLE = 3.13916473e-07f;
  public static final float PIO2_LOW = 5.39030253e-15f;

  // pi / 2 as a float, and the remainder.
  public static final float PIO2 = 1.57079637f;
  public static final float PIO2_REST = -4.37113883e-8f;

  /** Above this magnitude the argument is reduced in double precision. */
  public static final float SIN_MAX = 71476f;

  /** At this value and above, hyperbolic sine and cosine are infinite. */
  public static final float SINH_LIMIT = 89.5f;

  /** Above this value, the inverse hyperbolic functions of x are log(2 x). */
  public static final float INVERSE_LARGE = 0x1p13f;

  /**
   * The first estimate of an inverse cube root has these bits, less a third of the bits of the
   * number.
   */
  public static final float CBRT_BITS = 0x54A21D2Ap0f;

  /** The number of low bits of a float that a bf16 lacks. */
  public static final int DROPPED = 16;

  /** Half of the last bit of a bf16, minus one. */
  public static final int BELOW_HALF = 0x7FFF;

  /** The bit of a quiet NaN. */
  public static final int QUIET = 0x40_0000;

  private Coefficients() {}
}
