package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.array.DType;

/** Integers of any width as longs; a U64 is held as its bits. */
final class LongArithmetic {

  private LongArithmetic() {}

  /** {@return the order of two elements of a dtype} */
  static int compare(DType dtype, long a, long b) {
    return dtype == DType.U64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  /**
   * Stores an integer, wrapped to the width of the dtype; a bool is true if the integer is not 0.
   */
  static void store(Buffer buffer, int i, long value) {
    switch (buffer.dtype()) {
      case BOOL -> buffer.bytes()[i] = (byte) (value != 0 ? 1 : 0);
      case I8, U8 -> buffer.bytes()[i] = (byte) value;
      case I16, U16 -> buffer.shorts()[i] = (short) value;
      case I32, U32 -> buffer.ints()[i] = (int) value;
      case I64, U64 -> buffer.longs()[i] = value;
      default -> throw new IllegalArgumentException(buffer.dtype() + " is not of integers");
    }
  }
}
