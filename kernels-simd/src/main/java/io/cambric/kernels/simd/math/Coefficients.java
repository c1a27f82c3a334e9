package io.cambric.kernels.simd.math;

/** Constants of the f32 functions of {@link ScalarMath}. */
final class Coefficients {

  /**
   * The rounding constant 1.5 * 2^23. Adding it rounds to an integer, which the low bits of the sum
   * then hold.
   */
  static final float ROUND = 12582912f;

  static final int ROUND_BITS = 0x4B400000;

  static final float LOG2_E = 1.44269504f;

  // ln 2 in two parts: products of the first with small integers are exact.
  static final float LN2_HIGH = 0.693359375f;
  static final float LN2_LOW = -2.12194440e-4f;

  // ln 2 as a float, and the remainder that the float lacks.
  static final float LN2 = 0.693147182f;
  static final float LN2_REST = -1.90465421e-9f;

  /** Below this magnitude expm1(x) and log1p(x) equal x, so that x also gives the sign of zero. */
  static final float TINY = 0x1p-26f;

  /** From this value up exp overflows to infinity. */
  static final float EXP_MAX = 88.722840f;

  /** Below this exp is less than half the smallest subnormal. */
  static final float EXP_MIN = -103.972084f;

  /** Below this expm1 rounds to -1. */
  static final float EXPM1_MIN = -17.5f;

  // (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2. Cephes expf.
  static final float E5 = 1.9875691500e-4f;
  static final float E4 = 1.3981999507e-3f;
  static final float E3 = 8.3334519073e-3f;
  static final float E2 = 4.1665795894e-2f;
  static final float E1 = 1.6666665459e-1f;
  static final float E0 = 5.0000001201e-1f;

  /** Bits of sqrt(1/2): mantissas are taken from [sqrt(1/2), sqrt(2)). */
  static final int SQRT_HALF_BITS = 0x3F3504F3;

  // (log(1 + f) - f + f^2 / 2) / f^3 for 1 + f in [sqrt(1/2), sqrt(2)). Cephes logf.
  static final float L8 = 7.0376836292e-2f;
  static final float L7 = -1.1514610310e-1f;
  static final float L6 = 1.1676998740e-1f;
  static final float L5 = -1.2420140846e-1f;
  static final float L4 = 1.4249322787e-1f;
  static final float L3 = -1.6668057665e-1f;
  static final float L2 = 2.0000714765e-1f;
  static final float L1 = -2.4999993993e-1f;
  static final float L0 = 3.3333331174e-1f;

  /**
   * The magnitude above which erf is 1 - exp of a polynomial in |x|; below it is a polynomial in
   * x^2.
   */
  static final float ERF_SPLIT = 0.927734375f;

  // N. Juffa's erff: 1 - exp(-|x| - |x| Q(|x|)) above the split.
  static final float Q6 = -1.72853470e-5f;
  static final float Q5 = 3.83197126e-4f;
  static final float Q4 = -3.88396438e-3f;
  static final float Q3 = 2.42546219e-2f;
  static final float Q2 = -1.06777877e-1f;
  static final float Q1 = -6.34846687e-1f;
  static final float Q0 = -1.28717512e-1f;

  // x + x P(x^2) below it.
  static final float P5 = -5.96761703e-4f;
  static final float P4 = 4.99119423e-3f;
  static final float P3 = -2.67681349e-2f;
  static final float P2 = 1.12819925e-1f;
  static final float P1 = -3.76125336e-1f;
  static final float P0 = 1.28379166e-1f;

  /** From this value up erfc is less than half the smallest subnormal. */
  static final float ERFC_MAX = 10.0625f;

  // N. Juffa's erfcf: (1 + 2 a) exp(a^2) erfc(a) - 1 for a >= 0, in (a - 2) / (a + 2).
  static final float R9 = -0x1.a4a000p-12f;
  static final float R8 = -0x1.42a260p-10f;
  static final float R7 = 0x1.585714p-10f;
  static final float R6 = 0x1.1adcc4p-07f;
  static final float R5 = -0x1.081b82p-07f;
  static final float R4 = -0x1.bc0b6ap-05f;
  static final float R3 = 0x1.4ffc46p-03f;
  static final float R2 = -0x1.540840p-03f;
  static final float R1 = -0x1.7bf616p-04f;
  static final float R0 = 0x1.1ba03ap-02f;

  // atanh(q) is q + q^3 / 3 + q^5 (1/5 + q^2 / 7 + ...); one third is given by two floats.
  static final float THIRD = 0.333333343f;
  static final float THIRD_REST = -9.93410776e-9f;
  static final float FIFTH = 0.2f;
  static final float SEVENTH = 0.142857149f;
  static final float NINTH = 0.111111112f;
  static final float ELEVENTH = 0.0909090936f;

  // 2 / ln 2 as a float, and the remainder that the float lacks.
  static final float TWO_OVER_LN2 = 2.88539004f;
  static final float TWO_OVER_LN2_REST = 3.85192602e-8f;

  /** Beyond this, a power of 2 is infinite or 0. */
  static final float EXP2_LIMIT = 200f;

  /** From this magnitude up all floats are even integers. */
  static final float EVEN = 0x1p24f;

  static final float TWO_OVER_PI = 0.636619747f;

  // pi / 2 in three parts (Cody and Waite), good up to SIN_MAX with fused multiply-add.
  static final float PIO2_HIGH = 1.57079601e+00f;
  static final float PIO2_MIDDLE = 3.13916473e-07f;
  static final float PIO2_LOW = 5.39030253e-15f;

  /** Above this magnitude the argument is reduced in double precision. */
  static final float SIN_MAX = 71476f;

  // sin(r) - r over r^3, and cos(r) without 1, for |r| <= pi / 4. N. Juffa's sinf and cosf.
  static final float S3 = 2.86567956e-6f;
  static final float S2 = -1.98559923e-4f;
  static final float S1 = 8.33338592e-3f;
  static final float S0 = -1.66666672e-1f;
  static final float C3 = 2.44677067e-5f;
  static final float C2 = -1.38877297e-3f;
  static final float C1 = 4.16666567e-2f;
  static final float C0 = -0.5f;

  // Giles 2012, as in XLA: the inverse error function over x, a polynomial in w - 2.5 for w < 5.
  static final float G8 = 2.81022636e-08f;
  static final float G7 = 3.43273939e-07f;
  static final float G6 = -3.5233877e-06f;
  static final float G5 = -4.39150654e-06f;
  static final float G4 = 0.00021858087f;
  static final float G3 = -0.00125372503f;
  static final float G2 = -0.00417768164f;
  static final float G1 = 0.246640727f;
  static final float G0 = 1.50140941f;

  // The same for w >= 5, a polynomial in sqrt(w) - 3.
  static final float H8 = -0.000200214257f;
  static final float H7 = 0.000100950558f;
  static final float H6 = 0.00134934322f;
  static final float H5 = -0.00367342844f;
  static final float H4 = 0.00573950773f;
  static final float H3 = -0.0076224613f;
  static final float H2 = 0.00943887047f;
  static final float H1 = 1.00167406f;
  static final float H0 = 2.83297682f;

  /** Bits of a float below those of a bf16. */
  static final int DROPPED = 16;

  /** Half of the last bit of a bf16, less one. */
  static final int BELOW_HALF = 0x7FFF;

  /** The bit that makes NaN quiet. */
  static final int QUIET = 0x40_0000;

  private Coefficients() {}
}
