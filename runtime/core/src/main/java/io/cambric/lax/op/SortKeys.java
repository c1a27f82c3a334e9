package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.array.DType;

/**
 * Elements as whole numbers of the same order: {@code -0} counts as 0, NaN as the largest number.
 */
final class SortKeys {

  private static final int BF16_INFINITY = 0x7F80;
  private static final int F16_INFINITY = 0x7C00;

  /** The number of a zero of a half type. */
  private static final int HALF_ZERO = 0x8000;

  private SortKeys() {}

  /** {@return the number of a zero of a floating dtype of fewer than 64 bits} */
  static int zero(Buffer buffer) {
    return buffer.dtype() == DType.F32 ? 0 : HALF_ZERO;
  }

  /**
   * {@return the key of an element; for a dtype of fewer than 64 bits, the key has 32 bits}
   *
   * @param i index of the element
   */
  static long of(Buffer buffer, int i) {
    return switch (buffer.dtype()) {
      case U32 -> buffer.ints()[i] ^ Integer.MIN_VALUE;
      case U64 -> buffer.longs()[i] ^ Long.MIN_VALUE;
      case F64 -> of(buffer.doubles()[i]);
      case F32 -> of(buffer.floats()[i]);
      case BF16 -> of(buffer.shorts()[i], BF16_INFINITY);
      case F16 -> of(buffer.shorts()[i], F16_INFINITY);
      default -> buffer.getLong(i);
    };
  }

  /** {@return whether the numbers of a buffer have 32 bits} */
  static boolean are32Bit(Buffer buffer) {
    return !buffer.dtype().is64Bit();
  }

  /** Writes the numbers of neighbours of fewer than 64 bits to the beginning of an array. */
  static void write(Buffer buffer, int at, int n, int[] keys) {
    write(buffer, at, 1, n, keys, 0);
  }

  /** Writes the numbers of neighbours of any dtype to the beginning of an array. */
  static void write(Buffer buffer, int at, int n, long[] keys) {
    write(buffer, at, 1, n, keys, 0);
  }

  /**
   * Writes the numbers of elements of fewer than 64 bits.
   *
   * @param stride distance of elements
   */
  static void write(Buffer buffer, int at, int stride, int n, int[] keys, int to) {
    switch (buffer.dtype()) {
      case F32 -> {
        float[] x = buffer.floats();
        for (int i = 0; i < n; i++) {
          keys[to + i] = of(x[at + i * stride]);
        }
      }
      case BF16, F16 -> {
        short[] x = buffer.shorts();
        int infinity = buffer.dtype() == DType.BF16 ? BF16_INFINITY : F16_INFINITY;
        for (int i = 0; i < n; i++) {
          keys[to + i] = of(x[at + i * stride], infinity);
        }
      }
      case I32, U32 -> {
        int[] x = buffer.ints();
        int flip = buffer.dtype() == DType.U32 ? Integer.MIN_VALUE : 0;
        for (int i = 0; i < n; i++) {
          keys[to + i] = x[at + i * stride] ^ flip;
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          keys[to + i] = (int) buffer.getLong(at + i * stride);
        }
      }
    }
  }

  /** Writes the numbers of elements of any dtype. */
  static void write(Buffer buffer, int at, int stride, int n, long[] keys, int to) {
    switch (buffer.dtype()) {
      case F64 -> {
        double[] x = buffer.doubles();
        for (int i = 0; i < n; i++) {
          keys[to + i] = of(x[at + i * stride]);
        }
      }
      case I64, U64 -> {
        long[] x = buffer.longs();
        long flip = buffer.dtype() == DType.U64 ? Long.MIN_VALUE : 0;
        for (int i = 0; i < n; i++) {
          keys[to + i] = x[at + i * stride] ^ flip;
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          keys[to + i] = of(buffer, at + i * stride);
        }
      }
    }
  }

  /** Writes the elements that have these numbers; zeros are positive and NaN has no payload. */
  static void read(int[] keys, int from, int n, Buffer buffer, int at, int stride) {
    switch (buffer.dtype()) {
      case F32 -> {
        float[] x = buffer.floats();
        for (int i = 0; i < n; i++) {
          x[at + i * stride] = floatOf(keys[from + i]);
        }
      }
      case BF16, F16 -> {
        short[] x = buffer.shorts();
        for (int i = 0; i < n; i++) {
          int key = keys[from + i] - HALF_ZERO;
          x[at + i * stride] = (short) (key ^ ((key >> 15) & Short.MAX_VALUE));
        }
      }
      case U32 -> {
        int[] x = buffer.ints();
        for (int i = 0; i < n; i++) {
          x[at + i * stride] = keys[from + i] ^ Integer.MIN_VALUE;
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          buffer.setLong(at + i * stride, keys[from + i]);
        }
      }
    }
  }

  /** Writes the elements of 64 bits that have these numbers. */
  static void read(long[] keys, int from, int n, Buffer buffer, int at, int stride) {
    if (buffer.dtype() == DType.F64) {
      double[] x = buffer.doubles();
      for (int i = 0; i < n; i++) {
        long key = keys[from + i];
        x[at + i * stride] = Double.longBitsToDouble(key ^ ((key >> 63) & Long.MAX_VALUE));
      }
      return;
    }
    long[] x = buffer.longs();
    long flip = buffer.dtype() == DType.U64 ? Long.MIN_VALUE : 0;
    for (int i = 0; i < n; i++) {
      x[at + i * stride] = keys[from + i] ^ flip;
    }
  }

  private static float floatOf(int key) {
    return Float.intBitsToFloat(key ^ ((key >> 31) & Integer.MAX_VALUE));
  }

  /**
   * {@return the number of an element of a half type; it is not negative, so all numbers have equal
   * high bytes}
   *
   * @param infinity the bits of infinity; the bits of NaN are above
   */
  private static int of(short bits, int infinity) {
    int magnitude = bits & Short.MAX_VALUE;
    int number = bits < 0 ? -1 - magnitude : magnitude;
    return magnitude > infinity ? Integer.MAX_VALUE : HALF_ZERO + (magnitude == 0 ? 0 : number);
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
