package io.cambric.lax.op;

import io.cambric.array.BFloat16;
import io.cambric.array.Buffer;

/** Elements as whole numbers of the same order: {@code -0} as 0, NaN as the largest of all. */
final class SortKeys {

  private SortKeys() {}

  /**
   * {@return the number of an element; that of one of fewer than 64 bits has 32 bits}
   *
   * @param i which
   */
  static long of(Buffer buffer, int i) {
    return switch (buffer.dtype()) {
      case U32 -> buffer.ints()[i] ^ Integer.MIN_VALUE;
      case U64 -> buffer.longs()[i] ^ Long.MIN_VALUE;
      case F64 -> of(buffer.doubles()[i]);
      case F32 -> of(buffer.floats()[i]);
      case BF16 -> of(BFloat16.bfloat16ToFloat(buffer.shorts()[i]));
      case F16 -> of(Float.float16ToFloat(buffer.shorts()[i]));
      default -> buffer.getLong(i);
    };
  }

  /** {@return whether the numbers of a buffer have 32 bits} */
  static boolean are32Bit(Buffer buffer) {
    return !buffer.dtype().is64Bit();
  }

  /**
   * Writes the numbers of elements of fewer than 64 bits.
   *
   * @param stride distance of elements
   */
  static void write(Buffer buffer, int at, int stride, int n, int[] keys) {
    switch (buffer.dtype()) {
      case F32 -> {
        float[] x = buffer.floats();
        for (int i = 0; i < n; i++) {
          keys[i] = of(x[at + i * stride]);
        }
      }
      case BF16 -> {
        short[] x = buffer.shorts();
        for (int i = 0; i < n; i++) {
          keys[i] = of(BFloat16.bfloat16ToFloat(x[at + i * stride]));
        }
      }
      case F16 -> {
        short[] x = buffer.shorts();
        for (int i = 0; i < n; i++) {
          keys[i] = of(Float.float16ToFloat(x[at + i * stride]));
        }
      }
      case I32, U32 -> {
        int[] x = buffer.ints();
        int flip = (int) of(buffer, at) ^ x[at];
        for (int i = 0; i < n; i++) {
          keys[i] = x[at + i * stride] ^ flip;
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          keys[i] = (int) buffer.getLong(at + i * stride);
        }
      }
    }
  }

  /** Writes the numbers of elements of any dtype. */
  static void write(Buffer buffer, int at, int stride, int n, long[] keys) {
    switch (buffer.dtype()) {
      case F64 -> {
        double[] x = buffer.doubles();
        for (int i = 0; i < n; i++) {
          keys[i] = of(x[at + i * stride]);
        }
      }
      case I64, U64 -> {
        long[] x = buffer.longs();
        long flip = of(buffer, at) ^ x[at];
        for (int i = 0; i < n; i++) {
          keys[i] = x[at + i * stride] ^ flip;
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          keys[i] = of(buffer, at + i * stride);
        }
      }
    }
  }

  private static int of(float value) {
    // Adding 0 makes -0 positive.
    int bits = Float.floatToRawIntBits(value + 0f);
    return Float.isNaN(value) ? Integer.MAX_VALUE : bits ^ ((bits >> 31) & Integer.MAX_VALUE);
  }

  private static long of(double value) {
    long bits = Double.doubleToRawLongBits(value + 0.0);
    return Double.isNaN(value) ? Long.MAX_VALUE : bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }
}
