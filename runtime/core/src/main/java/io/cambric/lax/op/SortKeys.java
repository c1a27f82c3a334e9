package io.cambric.lax.op;

import io.cambric.array.Buffer;

/** Elements as whole numbers of the same order: {@code -0} as 0, NaN as the largest of all. */
final class SortKeys {

  private SortKeys() {}

  /** {@return the number of an element} */
  static long of(Buffer buffer, int i) {
    return switch (buffer.dtype()) {
      case U64 -> buffer.longs()[i] ^ Long.MIN_VALUE;
      case F64 -> of(buffer.doubles()[i]);
      case F32 -> of(buffer.floats()[i]);
      case BF16, F16 -> of((float) buffer.getDouble(i));
      default -> buffer.getLong(i);
    };
  }

  /**
   * {@return whether the numbers of a buffer fit into 32 bits, those of U32 apart from their sign}
   */
  static boolean are32Bit(Buffer buffer) {
    return !buffer.dtype().is64Bit();
  }

  private static long of(float value) {
    // Adding 0 makes -0 positive.
    int bits = Float.floatToIntBits(value + 0f);
    return Float.isNaN(value) ? Integer.MAX_VALUE : bits ^ ((bits >> 31) & Integer.MAX_VALUE);
  }

  private static long of(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    return Double.isNaN(value) ? Long.MAX_VALUE : bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }
}
