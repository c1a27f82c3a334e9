package io.cambric.kernel;

import io.cambric.array.DType;

/** The binary operation of a reduction. */
public enum ReduceOp {
  SUM,
  PROD,
  MAX,
  MIN,
  AND,
  OR,
  XOR;

  /** {@return the neutral element, which is the result of an empty reduction, as a double} */
  public double identity(DType dtype) {
    return switch (this) {
      case SUM, OR, XOR -> 0;
      case PROD -> 1;
      case MAX -> smallest(dtype);
      case MIN -> largest(dtype);
      case AND -> dtype == DType.BOOL ? 1 : -1;
    };
  }

  private static double smallest(DType dtype) {
    return switch (dtype.kind()) {
      case FLOATING -> Double.NEGATIVE_INFINITY;
      case SIGNED -> -Math.scalb(1.0, 8 * dtype.bytes() - 1);
      case UNSIGNED, BOOL -> 0;
    };
  }

  private static double largest(DType dtype) {
    return switch (dtype.kind()) {
      case FLOATING -> Double.POSITIVE_INFINITY;
      case SIGNED -> Math.scalb(1.0, 8 * dtype.bytes() - 1) - 1;
      case UNSIGNED -> Math.scalb(1.0, 8 * dtype.bytes()) - 1;
      case BOOL -> 1;
    };
  }
}
