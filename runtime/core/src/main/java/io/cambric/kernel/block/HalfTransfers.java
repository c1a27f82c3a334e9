package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.array.DType;

/**
 * Transfers between buffers and lanes, in which a provider may convert neighbouring values of bf16
 * faster. This class converts one value after the other.
 */
public class HalfTransfers {

  static final HalfTransfers PLAIN = new HalfTransfers();

  /** Creates the plain conversions. */
  protected HalfTransfers() {}

  /** Widens {@code n} values of bf16. */
  protected void widen(short[] x, int xo, float[] out, int to, int n) {
    Transfers.bfloats(x, xo, 1, n, out, to);
  }

  /** Rounds {@code n} values to bf16, to nearest even. */
  protected void round(float[] x, int xo, short[] out, int to, int n) {
    Transfers.storeBfloats(x, xo, out, to, 1, n);
  }

  /** Reads elements, as {@link Transfers#load}. */
  final void load(
      Buffer source,
      int position,
      int rowStride,
      int rows,
      int stride,
      int columns,
      Object lane,
      int at) {
    if (source.dtype() != DType.BF16 || stride != 1) {
      Transfers.load(source, position, rowStride, rows, stride, columns, lane, at);
      return;
    }
    for (int r = 0; r < rows; r++) {
      widen(source.shorts(), position + r * rowStride, (float[]) lane, at + r * columns, columns);
    }
  }

  /** Writes elements, as {@link Transfers#store}. */
  final void store(
      Object lane,
      int at,
      Buffer target,
      int position,
      int rowStride,
      int rows,
      int stride,
      int columns) {
    if (target.dtype() != DType.BF16 || stride != 1) {
      Transfers.store(lane, at, target, position, rowStride, rows, stride, columns);
      return;
    }
    for (int r = 0; r < rows; r++) {
      round((float[]) lane, at + r * columns, target.shorts(), position + r * rowStride, columns);
    }
  }
}
