package io.cambric.kernel;

/**
 * The scalar operations of a loop body. Each has the semantics of the {@code lax} operation of the
 * same name, for the dtype of its arguments.
 *
 * <p>Integers wrap, and integer division by zero gives -1 (signed) or all ones (unsigned). Shifts
 * by the width or more give 0 or the sign. {@code MAX} and {@code MIN} propagate NaN. Comparisons
 * with NaN are false except {@code NE}. Conversions from floating types saturate and map NaN to 0.
 */
public enum ScalarOp {
  /** The literal of the instruction. */
  CONST(0),
  /** The index along the iteration axis of the instruction. */
  INDEX(0),
  NEG(1),
  ABS(1),
  SIGN(1),
  FLOOR(1),
  CEIL(1),
  /** Rounds half away from zero. */
  ROUND_AWAY(1),
  ROUND_EVEN(1),
  SQRT(1),
  RSQRT(1),
  CBRT(1),
  EXP(1),
  EXP2(1),
  EXPM1(1),
  LOG(1),
  LOG1P(1),
  TANH(1),
  LOGISTIC(1),
  SIN(1),
  COS(1),
  TAN(1),
  ASIN(1),
  ACOS(1),
  ATAN(1),
  SINH(1),
  COSH(1),
  ASINH(1),
  ACOSH(1),
  ATANH(1),
  ERF(1),
  ERFC(1),
  ERF_INV(1),
  /** The logarithm of the absolute value of the gamma function. */
  LGAMMA(1),
  /** The derivative of {@link #LGAMMA}. */
  DIGAMMA(1),
  /** The derivative of {@link #DIGAMMA}. */
  TRIGAMMA(1),
  /** {@code exp(-|x|)} times the modified Bessel function of order 0. */
  BESSEL_I0E(1),
  /** The derivative of {@link #BESSEL_I0E}, 0 at 0. */
  BESSEL_I0E_DERIVATIVE(1),
  /** {@code exp(-|x|)} times the modified Bessel function of order 1. */
  BESSEL_I1E(1),
  /** The derivative of {@link #BESSEL_I1E}. */
  BESSEL_I1E_DERIVATIVE(1),
  SQUARE(1),
  /** The integer power of the instruction, by repeated squaring. */
  INTEGER_POW(1),
  IS_FINITE(1),
  NOT(1),
  POPULATION_COUNT(1),
  CLZ(1),
  /**
   * Converts to the dtype of the instruction.
   *
   * <p>As in XLA on CPU, some conversions flush subnormals of f32 and f64 to zeros of their sign.
   * These are f32 and bf16 to f64, f64 to any narrower dtype, and f32 or f64 to bool. Subnormals of
   * f16 are normal numbers in wider dtypes and are kept; f32 to bf16 and back keeps subnormals.
   */
  CONVERT(1),
  /** The same bits in the dtype of the instruction, which has the same width. */
  BITCAST(1),
  ADD(2),
  SUB(2),
  MUL(2),
  DIV(2),
  /** The remainder as in C, with the sign of the dividend. */
  REM(2),
  POW(2),
  ATAN2(2),
  MAX(2),
  MIN(2),
  NEXTAFTER(2),
  /** {@code digamma(a) - digamma(a + b)} of positive arguments. */
  DIGAMMA_DIFFERENCE(2),
  AND(2),
  OR(2),
  XOR(2),
  SHIFT_LEFT(2),
  SHIFT_RIGHT_LOGICAL(2),
  SHIFT_RIGHT_ARITHMETIC(2),
  EQ(2),
  NE(2),
  LT(2),
  LE(2),
  GT(2),
  GE(2),
  /** {@code a * b + c}, rounded once. */
  FMA(3),
  /**
   * The third argument where the first, a bool, is true; else the second, in the order of select_n.
   */
  SELECT(3),
  /** min(max(lo, x), hi); arguments lo, x, hi. */
  CLAMP(3),
  /**
   * The sum of a row, which is the points along the innermost axis. The dtype is f32, or bf16,
   * which is summed in f32 and rounded once. The result is a per-row value: one value for all
   * points of a row. Other operations on per-row values and literals give per-row values.
   */
  ROW_SUM(1),
  /** The largest value of a row, or NaN if the row has a NaN; a per-row value. */
  ROW_MAX(1),
  /** The smallest value of a row, or NaN if the row has a NaN; a per-row value. */
  ROW_MIN(1),
  /** A per-row value, broadcast to each point of the row. */
  ROW_SPREAD(1);

  private final int arity;

  ScalarOp(int arity) {
    this.arity = arity;
  }

  /** {@return the number of arguments} */
  public int arity() {
    return arity;
  }

  /** {@return whether it reduces a row} */
  public boolean isRowReduction() {
    return switch (this) {
      case ROW_SUM, ROW_MAX, ROW_MIN -> true;
      default -> false;
    };
  }

  /** {@return whether it is a root or a transcendental function and costs several operations} */
  public boolean isTranscendental() {
    return switch (this) {
      case SQRT,
          RSQRT,
          CBRT,
          EXP,
          EXP2,
          EXPM1,
          LOG,
          LOG1P,
          TANH,
          LOGISTIC,
          SIN,
          COS,
          TAN,
          ASIN,
          ACOS,
          ATAN,
          SINH,
          COSH,
          ASINH,
          ACOSH,
          ATANH,
          ERF,
          ERFC,
          ERF_INV,
          LGAMMA,
          DIGAMMA,
          TRIGAMMA,
          DIGAMMA_DIFFERENCE,
          BESSEL_I0E,
          BESSEL_I0E_DERIVATIVE,
          BESSEL_I1E,
          BESSEL_I1E_DERIVATIVE,
          POW,
          ATAN2 ->
          true;
      default -> false;
    };
  }

  /** {@return whether the result is bool for all arguments} */
  public boolean isPredicate() {
    return switch (this) {
      case EQ, NE, LT, LE, GT, GE, IS_FINITE -> true;
      default -> false;
    };
  }
}
