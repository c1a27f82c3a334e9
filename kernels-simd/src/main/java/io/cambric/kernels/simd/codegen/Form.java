package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import java.lang.constant.ClassDesc;

/** The representation of a value in a vector: numbers, or a mask of the lanes of such numbers. */
enum Form {
  FLOAT(LaneType.F32, false),
  INT(LaneType.I32, false),
  DOUBLE(LaneType.F64, false),
  LONG(LaneType.I64, false),
  FLOAT_MASK(LaneType.F32, true),
  INT_MASK(LaneType.I32, true),
  DOUBLE_MASK(LaneType.F64, true),
  LONG_MASK(LaneType.I64, true);

  private final LaneType lanes;
  private final boolean mask;

  Form(LaneType lanes, boolean mask) {
    this.lanes = lanes;
    this.mask = mask;
  }

  /**
   * {@return the form of numbers of a dtype} Bools are integers as wide as the elements of a loop.
   *
   * @param vectors the elements that fill a vector of the loop
   */
  static Form of(DType dtype, LaneType vectors) {
    return numbers(dtype == DType.BOOL ? vectors.bits() : LaneType.of(dtype));
  }

  private static Form numbers(LaneType lanes) {
    return switch (lanes) {
      case F32 -> FLOAT;
      case I32 -> INT;
      case F64 -> DOUBLE;
      case I64 -> LONG;
      case I16 -> throw new IllegalArgumentException("loops compute in wider lanes than shorts");
    };
  }

  /** {@return the form of masks for vectors of this form} */
  Form mask() {
    return switch (lanes) {
      case F32 -> FLOAT_MASK;
      case I32 -> INT_MASK;
      case F64 -> DOUBLE_MASK;
      case I64 -> LONG_MASK;
      case I16 -> throw new IllegalStateException("no form has lanes of shorts");
    };
  }

  boolean isMask() {
    return mask;
  }

  boolean isFloating() {
    return !mask && (lanes == LaneType.F32 || lanes == LaneType.F64);
  }

  LaneType lanes() {
    return lanes;
  }

  /** {@return the class of such values} */
  ClassDesc type() {
    return mask ? VectorCode.MASK : lanes.vector();
  }
}
