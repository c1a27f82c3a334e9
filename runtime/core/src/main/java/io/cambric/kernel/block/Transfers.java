package io.cambric.kernel.block;

import static io.cambric.array.BFloat16.bfloat16ToFloat;
import static io.cambric.array.BFloat16.floatToBfloat16;

import io.cambric.array.Buffer;
import io.cambric.array.DType;

/** Copies between strided rows of a buffer and a contiguous array of the lane of the dtype. */
public final class Transfers {

  private Transfers() {}

  /** Reads {@code rows * columns} elements into {@code lane}, starting at index {@code at}. */
  public static void load(
      Buffer source,
      int position,
      int rowStride,
      int rows,
      int stride,
      int columns,
      Object lane,
      int at) {
    if (Lane.isStored(source.dtype())) {
      StridedMoves.copy(
          source.storage(), position, rowStride, stride, lane, at, columns, 1, rows, columns);
      return;
    }
    for (int r = 0; r < rows; r++) {
      int p = position + r * rowStride;
      int q = at + r * columns;
      switch (source.dtype()) {
        case BOOL, I8, U8 ->
            bytes(source.bytes(), p, stride, mask(source.dtype()), columns, (int[]) lane, q);
        case I16 -> signedShorts(source.shorts(), p, stride, columns, (int[]) lane, q);
        case U16 -> unsignedShorts(source.shorts(), p, stride, columns, (int[]) lane, q);
        case BF16 -> bfloats(source.shorts(), p, stride, columns, (float[]) lane, q);
        case F16 -> halves(source.shorts(), p, stride, columns, (float[]) lane, q);
        default -> throw new AssertionError(source.dtype());
      }
    }
  }

  /** Writes {@code rows * columns} elements of {@code lane}, starting at index {@code at}. */
  public static void store(
      Object lane,
      int at,
      Buffer target,
      int position,
      int rowStride,
      int rows,
      int stride,
      int columns) {
    if (Lane.isStored(target.dtype())) {
      StridedMoves.copy(
          lane, at, columns, 1, target.storage(), position, rowStride, stride, rows, columns);
      return;
    }
    for (int r = 0; r < rows; r++) {
      int p = position + r * rowStride;
      int q = at + r * columns;
      switch (target.dtype()) {
        case BOOL, I8, U8 -> storeBytes((int[]) lane, q, target.bytes(), p, stride, columns);
        case I16, U16 -> storeShorts((int[]) lane, q, target.shorts(), p, stride, columns);
        case BF16 -> storeBfloats((float[]) lane, q, target.shorts(), p, stride, columns);
        case F16 -> storeHalves((float[]) lane, q, target.shorts(), p, stride, columns);
        default -> throw new AssertionError(target.dtype());
      }
    }
  }

  /** {@return the mask of the int bits that a byte of this dtype sets} */
  static int mask(DType dtype) {
    return dtype == DType.U8 ? 0xFF : -1;
  }

  static void bytes(byte[] a, int p, int stride, int mask, int n, int[] out, int q) {
    int at = p;
    for (int i = 0; i < n; i++) {
      out[q + i] = a[at] & mask;
      at += stride;
    }
  }

  private static void signedShorts(short[] a, int p, int stride, int n, int[] out, int q) {
    int at = p;
    for (int i = 0; i < n; i++) {
      out[q + i] = a[at];
      at += stride;
    }
  }

  private static void unsignedShorts(short[] a, int p, int stride, int n, int[] out, int q) {
    int at = p;
    for (int i = 0; i < n; i++) {
      out[q + i] = a[at] & 0xFFFF;
      at += stride;
    }
  }

  static void bfloats(short[] a, int p, int stride, int n, float[] out, int q) {
    int at = p;
    for (int i = 0; i < n; i++) {
      out[q + i] = bfloat16ToFloat(a[at]);
      at += stride;
    }
  }

  private static void halves(short[] a, int p, int stride, int n, float[] out, int q) {
    if (stride == 1) {
      neighbouringHalves(a, p, n, out, q);
      return;
    }
    int at = p;
    for (int i = 0; i < n; i++) {
      out[q + i] = Float.float16ToFloat(a[at]);
      at += stride;
    }
  }

  /** A separate loop, which the JIT vectorises. */
  private static void neighbouringHalves(short[] a, int p, int n, float[] out, int q) {
    for (int i = 0; i < n; i++) {
      out[q + i] = Float.float16ToFloat(a[p + i]);
    }
  }

  static void storeBytes(int[] a, int q, byte[] out, int p, int stride, int n) {
    int at = p;
    for (int i = 0; i < n; i++) {
      out[at] = (byte) a[q + i];
      at += stride;
    }
  }

  private static void storeShorts(int[] a, int q, short[] out, int p, int stride, int n) {
    int at = p;
    for (int i = 0; i < n; i++) {
      out[at] = (short) a[q + i];
      at += stride;
    }
  }

  static void storeBfloats(float[] a, int q, short[] out, int p, int stride, int n) {
    int at = p;
    for (int i = 0; i < n; i++) {
      out[at] = floatToBfloat16(a[q + i]);
      at += stride;
    }
  }

  private static void storeHalves(float[] a, int q, short[] out, int p, int stride, int n) {
    if (stride == 1) {
      storeNeighbouringHalves(a, q, out, p, n);
      return;
    }
    int at = p;
    for (int i = 0; i < n; i++) {
      out[at] = Float.floatToFloat16(a[q + i]);
      at += stride;
    }
  }

  /** A separate loop, which the JIT vectorises. */
  private static void storeNeighbouringHalves(float[] a, int q, short[] out, int p, int n) {
    for (int i = 0; i < n; i++) {
      out[p + i] = Float.floatToFloat16(a[q + i]);
    }
  }
}
