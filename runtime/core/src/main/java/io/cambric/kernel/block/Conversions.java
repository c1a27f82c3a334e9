package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.DoubleMath;
import io.cambric.kernel.scalar.ScalarMath;

/**
 * Conversions between dtypes of values held in lanes, and the rounding of values to their dtype.
 */
final class Conversions {

  /** The number of elements that are widened together; a small number keeps their memory small. */
  private static final int PIECE = 64;

  private Conversions() {}

  /**
   * Rounds half types and wraps narrow integers in place, after an instruction computed them wide.
   */
  static void round(DType dtype, Object lane, int at, int n) {
    switch (dtype) {
      case F32, F64, I32, U32, I64, U64 -> {}
      case BF16 -> {
        float[] a = (float[]) lane;
        for (int i = at; i < at + n; i++) {
          a[i] = ScalarMath.toBfloat16(a[i]);
        }
      }
      case F16 -> {
        float[] a = (float[]) lane;
        for (int i = at; i < at + n; i++) {
          a[i] = Float.float16ToFloat(Float.floatToFloat16(a[i]));
        }
      }
      case BOOL, U8, I8, U16, I16 -> {
        int[] a = (int[]) lane;
        for (int i = at; i < at + n; i++) {
          a[i] = wrap(dtype, a[i]);
        }
      }
    }
  }

  /** {@return an int wrapped to a dtype of the int lane; for bool, 1 if it is not 0} */
  static int wrap(DType dtype, int value) {
    return switch (dtype) {
      case BOOL -> value != 0 ? 1 : 0;
      case U8 -> value & 0xFF;
      case I8 -> (byte) value;
      case U16 -> value & 0xFFFF;
      case I16 -> (short) value;
      default -> value;
    };
  }

  /** Sets the first {@code n} values of a lane to a literal. */
  static void fill(DType dtype, double literal, Object lane, int n) {
    switch (Lane.of(dtype)) {
      case FLOAT -> java.util.Arrays.fill((float[]) lane, 0, n, (float) literal);
      case DOUBLE -> java.util.Arrays.fill((double[]) lane, 0, n, literal);
      case INT -> java.util.Arrays.fill((int[]) lane, 0, n, (int) (long) literal);
      case LONG -> {
        var one = Buffer.allocate(dtype, 1);
        one.setDouble(0, literal);
        java.util.Arrays.fill((long[]) lane, 0, n, one.longs()[0]);
      }
    }
    round(dtype, lane, 0, n);
  }

  /** Writes the elements of an index value: the positions of strided rows. */
  static void ramp(
      int position, int rowStride, int rows, int stride, int columns, Object lane, int at) {
    for (int r = 0; r < rows; r++) {
      int p = position + r * rowStride;
      int q = at + r * columns;
      switch (lane) {
        case float[] a -> {
          for (int i = 0; i < columns; i++) {
            a[q + i] = p + i * stride;
          }
        }
        case double[] a -> {
          for (int i = 0; i < columns; i++) {
            a[q + i] = p + i * stride;
          }
        }
        case int[] a -> {
          for (int i = 0; i < columns; i++) {
            a[q + i] = p + i * stride;
          }
        }
        case long[] a -> {
          for (int i = 0; i < columns; i++) {
            a[q + i] = p + i * stride;
          }
        }
        default -> throw new AssertionError(lane);
      }
    }
  }

  /**
   * Converts as {@code lax.convert_element_type}: floats saturate, NaN becomes 0, and subnormals of
   * f32 and f64 become 0 as described at {@link ScalarOp#CONVERT}.
   */
  static void convert(DType from, Object source, int s, DType to, Object target, int t, int n) {
    convertLanes(from, source, s, to, target, t, n);
    if (to.isFloating()) {
      round(to, target, t, n);
    }
  }

  /** Converts as {@link #convert}, but leaves floats unrounded if the result is a half type. */
  static void convertLanes(
      DType from, Object source, int s, DType to, Object target, int t, int n) {
    switch (Lane.of(from)) {
      case FLOAT -> fromFloats(from, (float[]) source, s, to, target, t, n);
      case DOUBLE -> fromDoubles((double[]) source, s, to, target, t, n);
      case INT -> fromInts(from, (int[]) source, s, to, target, t, n);
      case LONG -> fromLongs(from, (long[]) source, s, to, target, t, n);
    }
  }

  private static void fromFloats(
      DType from, float[] a, int s, DType to, Object target, int t, int n) {
    switch (target) {
      case float[] out -> System.arraycopy(a, s, out, t, n);
      case int[] out when to == DType.I32 -> {
        for (int i = 0; i < n; i++) {
          out[t + i] = (int) a[s + i];
        }
      }
      default -> {
        // The bool of a half is whether its value is not 0; subnormals of f32 count as 0.
        boolean flush = to == DType.F64 || from == DType.F32;
        double[] wide = new double[Math.min(n, PIECE)];
        for (int done = 0; done < n; done += PIECE) {
          int count = Math.min(n - done, PIECE);
          for (int i = 0; i < count; i++) {
            double value = a[s + done + i];
            wide[i] = flush ? DoubleMath.flushed(value) : value;
          }
          fromDoubles(wide, 0, to, target, t + done, count);
        }
      }
    }
  }

  private static void fromDoubles(double[] a, int s, DType to, Object target, int t, int n) {
    switch (target) {
      case float[] out -> {
        for (int i = 0; i < n; i++) {
          // Flushed before it is rounded, because a double just below the smallest normal float is
          // subnormal.
          out[t + i] = (float) DoubleMath.flushed(a[s + i]);
        }
      }
      case double[] out -> System.arraycopy(a, s, out, t, n);
      case int[] out -> {
        for (int i = 0; i < n; i++) {
          out[t + i] = saturate(to, a[s + i]);
        }
      }
      case long[] out -> {
        for (int i = 0; i < n; i++) {
          out[t + i] = to == DType.U64 ? toUnsignedLong(a[s + i]) : (long) a[s + i];
        }
      }
      default -> throw new AssertionError(target);
    }
  }

  private static int saturate(DType to, double value) {
    return switch (to) {
      case BOOL -> Math.abs(value) < Double.MIN_NORMAL ? 0 : 1;
      case U8 -> Math.clamp((long) value, 0, 0xFF);
      case I8 -> Math.clamp((long) value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case U16 -> Math.clamp((long) value, 0, 0xFFFF);
      case I16 -> Math.clamp((long) value, Short.MIN_VALUE, Short.MAX_VALUE);
      case U32 -> (int) Math.clamp((long) value, 0L, 0xFFFF_FFFFL);
      default -> (int) value;
    };
  }

  private static long toUnsignedLong(double value) {
    if (!(value >= 0x1p63)) {
      return Math.max(0, (long) value);
    }
    return value >= 0x1p64 ? -1L : (long) (value - 0x1p63) + Long.MIN_VALUE;
  }

  private static void fromInts(DType from, int[] a, int s, DType to, Object target, int t, int n) {
    boolean unsigned = from == DType.U32;
    switch (target) {
      case float[] out -> {
        for (int i = 0; i < n; i++) {
          out[t + i] = unsigned ? Integer.toUnsignedLong(a[s + i]) : a[s + i];
        }
      }
      case double[] out -> {
        for (int i = 0; i < n; i++) {
          out[t + i] = unsigned ? Integer.toUnsignedLong(a[s + i]) : a[s + i];
        }
      }
      case int[] out -> {
        System.arraycopy(a, s, out, t, n);
        round(to, out, t, n);
      }
      case long[] out -> {
        for (int i = 0; i < n; i++) {
          out[t + i] = unsigned ? Integer.toUnsignedLong(a[s + i]) : a[s + i];
        }
      }
      default -> throw new AssertionError(target);
    }
  }

  private static void fromLongs(
      DType from, long[] a, int s, DType to, Object target, int t, int n) {
    boolean unsigned = from == DType.U64;
    switch (target) {
      case float[] out -> {
        for (int i = 0; i < n; i++) {
          out[t + i] = unsigned ? unsignedToFloat(a[s + i]) : a[s + i];
        }
      }
      case double[] out -> {
        for (int i = 0; i < n; i++) {
          out[t + i] = unsigned ? unsignedToDouble(a[s + i]) : a[s + i];
        }
      }
      case int[] out -> {
        for (int i = 0; i < n; i++) {
          out[t + i] = to == DType.BOOL && a[s + i] != 0 ? 1 : wrap(to, (int) a[s + i]);
        }
      }
      case long[] out -> System.arraycopy(a, s, out, t, n);
      default -> throw new AssertionError(target);
    }
  }

  /** Halving keeps the lowest bit, so the upper half of the range is rounded correctly. */
  private static double unsignedToDouble(long bits) {
    return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
  }

  private static float unsignedToFloat(long bits) {
    return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2f;
  }

  /** Keeps the bits of values whose dtypes have the same width. */
  static void bitcast(DType from, Object source, int s, DType to, Object target, int t, int n) {
    if (source instanceof int[] ints && target instanceof float[] floats && to == DType.F32) {
      for (int i = 0; i < n; i++) {
        floats[t + i] = Float.intBitsToFloat(ints[s + i]);
      }
      return;
    }
    if (from == DType.F32 && target instanceof int[] ints) {
      float[] floats = (float[]) source;
      for (int i = 0; i < n; i++) {
        ints[t + i] = Float.floatToRawIntBits(floats[s + i]);
      }
      return;
    }
    var bits = Buffer.allocate(from, n);
    Transfers.store(source, s, bits, 0, 0, 1, 1, n);
    Transfers.load(reinterpret(bits, to), 0, 0, 1, 1, n, target, t);
  }

  private static Buffer reinterpret(Buffer bits, DType to) {
    DType from = bits.dtype();
    if (from == to) {
      return bits;
    }
    if (from != DType.F32 && from != DType.F64 && to != DType.F32 && to != DType.F64) {
      return bits.as(to);
    }
    int n = bits.length();
    var result = Buffer.allocate(to, n);
    for (int i = 0; i < n; i++) {
      switch (to) {
        case F64 -> result.doubles()[i] = Double.longBitsToDouble(bits.longs()[i]);
        default -> result.longs()[i] = Double.doubleToRawLongBits(bits.doubles()[i]);
      }
    }
    return result;
  }
}
