package io.cambric.kernel.block;

import io.cambric.array.DType;

/**
 * The Java array type that holds the values of a dtype while a block is evaluated.
 *
 * <p>Half types are floats, rounded after each instruction. Bools and integers of up to 32 bits are
 * ints, sign-extended or zero-extended by dtype. U32 is stored as its bits.
 */
public enum Lane {
  FLOAT,
  DOUBLE,
  INT,
  LONG;

  /** {@return the lane of a dtype} */
  public static Lane of(DType dtype) {
    return switch (dtype) {
      case BF16, F16, F32 -> FLOAT;
      case F64 -> DOUBLE;
      case I64, U64 -> LONG;
      case BOOL, U8, U16, U32, I8, I16, I32 -> INT;
    };
  }

  /**
   * {@return whether buffers of a dtype store values in the form of its lane; no conversion is then
   * needed}
   */
  public static boolean isStored(DType dtype) {
    return switch (dtype) {
      case F32, F64, I32, U32, I64, U64 -> true;
      case BOOL, U8, I8, U16, I16, BF16, F16 -> false;
    };
  }

  /** {@return the bytes of a value} */
  int bytes() {
    return this == FLOAT || this == INT ? 4 : 8;
  }

  /** {@return an array of {@code length} zeros} */
  public Object allocate(int length) {
    return switch (this) {
      case FLOAT -> new float[length];
      case DOUBLE -> new double[length];
      case INT -> new int[length];
      case LONG -> new long[length];
    };
  }
}
