package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.array.DType;

/**
 * Transfers between buffers and lanes. A provider may convert consecutive bytes and values of bf16
 * faster. This class converts one value after the other.
 */
public class NarrowTransfers {

  static final NarrowTransfers PLAIN = new NarrowTransfers();

  /** Creates the plain conversions. */
  protected NarrowTransfers() {}

  /** Widens {@code n} values of bf16. */
  protected void widen(short[] x, int xo, float[] out, int to, int n) {
    Transfers.bfloats(x, xo, 1, n, out, to);
  }

  /** Rounds {@code n} values to bf16, to nearest even. */
  protected void round(float[] x, int xo, short[] out, int to, int n) {
    Transfers.storeBfloats(x, xo, out, to, 1, n);
  }

  /**
   * Widens {@code n} bytes.
   *
   * @param mask the bits that are kept: all bits for a signed byte, else the lowest eight
   */
  protected void widen(byte[] x, int xo, int mask, int[] out, int to, int n) {
    Transfers.bytes(x, xo, 1, mask, n, out, to);
  }

  /** Keeps the lowest byte of each of {@code n} ints. */
  protected void narrow(int[] x, int xo, byte[] out, int to, int n) {
    Transfers.storeBytes(x, xo, out, to, 1, n);
  }

  /** Reads elements, like {@link Transfers#load}. */
  final void load(
      Buffer source,
      int position,
      int rowStride,
      int rows,
      int stride,
      int columns,
      Object lane,
      int at) {
    var dtype = source.dtype();
    if (stride != 1 || !isNarrow(dtype)) {
      Transfers.load(source, position, rowStride, rows, stride, columns, lane, at);
      return;
    }
    for (int r = 0; r < rows; r++) {
      int from = position + r * rowStride;
      int to = at + r * columns;
      if (dtype == DType.BF16) {
        widen(source.shorts(), from, (float[]) lane, to, columns);
      } else {
        widen(source.bytes(), from, Transfers.mask(dtype), (int[]) lane, to, columns);
      }
    }
  }

  /** Writes elements, like {@link Transfers#store}. */
  final void store(
      Object lane,
      int at,
      Buffer target,
      int position,
      int rowStride,
      int rows,
      int stride,
      int columns) {
    var dtype = target.dtype();
    if (stride != 1 || !isNarrow(dtype)) {
      Transfers.store(lane, at, target, position, rowStride, rows, stride, columns);
      return;
    }
    for (int r = 0; r < rows; r++) {
      int from = at + r * columns;
      int to = position + r * rowStride;
      if (dtype == DType.BF16) {
        round((float[]) lane, from, target.shorts(), to, columns);
      } else {
        narrow((int[]) lane, from, target.bytes(), to, columns);
      }
    }
  }

  private static boolean isNarrow(DType dtype) {
    return dtype == DType.BF16 || dtype.bytes() == 1;
  }
}
