package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.micro.OffsetTables;

/**
 * The layout in which operand B of a {@link Gemm} reaches the micro-kernels, mostly packed panels.
 */
final class OperandB {

  /** The most rows of a product for which packing B does not pay. */
  static final int UNPACKED_ROWS = 64;

  /** The most elements of B for which packing does not pay: they stay in the L1 and L2 caches. */
  private static final int UNPACKED_SIZE = 1 << 14;

  private static final Packing CODE = Packing.ALL;
  private static final int PACK_MR = Packing.PACK_MR;
  private static final int NR = Packing.NR;
  private static final int[] NO_COLUMNS = {};

  private final Gemm gemm;
  private final int width;
  private final int distance;

  /** Column offsets of a B whose columns are not adjacent, padded to a whole panel. */
  private final int[] columnOffsets;

  /**
   * The operand B of a product.
   *
   * @param mayBeUnpacked whether whole panels may be read unpacked, which not all {@link
   *     PackedKernels} can
   */
  OperandB(Gemm gemm, boolean mayBeUnpacked) {
    this.gemm = gemm;
    width = gemm.panelWidth();
    distance = mayBeUnpacked && MachineProfile.PACKED.readsUnpackedB() ? distance(gemm) : 0;
    int step = gemm.bStep();
    columnOffsets = step == 1 ? NO_COLUMNS : OffsetTables.padded(gemm.columns(), step, width);
  }

  private static int distance(Gemm gemm) {
    int[] at = gemm.bOffsets();
    boolean small =
        gemm.rows() <= UNPACKED_ROWS || (long) gemm.columns() * at.length <= UNPACKED_SIZE;
    int distance = at.length > 1 ? at[1] - at[0] : 0;
    if (gemm.bStep() != 1 || distance <= 0 || !small) {
      return 0;
    }
    for (int k = 1; k < at.length; k++) {
      if (at[k] - at[k - 1] != distance) {
        return 0;
      }
    }
    return distance;
  }

  /** {@return the columns of the panels that hold {@code columns} columns} */
  static int across(int columns, int width) {
    return ((columns - 1) / width + 1) * width;
  }

  /** {@return the constant distance of the rows of an unpacked B, or 0 if B is packed} */
  int distance() {
    return distance;
  }

  /** {@return the position of an element of B} */
  int position(int k, int column) {
    return gemm.bStart() + gemm.bOffsets()[k] + column;
  }

  /**
   * Packs columns into panels, one after another. Of an unpacked B only an incomplete last panel is
   * packed.
   *
   * @param k the first k
   * @param n values of k
   */
  void pack(int k, int n, int column, int columnEnd, float[] packed, int to) {
    if (gemm.bStep() != 1) {
      for (int j = column; j < columnEnd; j += width) {
        packColumns(k, n, j, packed, to + (j - column) * n);
      }
      return;
    }
    int whole = (columnEnd - column) / width;
    int rest = columnEnd - column - whole * width;
    if (distance == 0 && width == NR) {
      int offset = gemm.bStart() + column;
      CODE.panels(gemm.b(), gemm.bOffsets(), k, offset, packed, to, whole, n);
    } else if (distance == 0) {
      for (int p = 0; p < whole; p++) {
        packRest(k, n, column + p * width, width, packed, to + p * width * n);
      }
    }
    if (rest > 0) {
      packRest(k, n, column + whole * width, rest, packed, to + whole * width * n);
    }
  }

  /** Packs columns for all k, block by block. */
  void packAll(Gemm.KBlock[] blocks, int column, int columnEnd, float[] packed, int to) {
    int across = across(columnEnd - column, width);
    for (var kBlock : blocks) {
      int k = gemm.first(kBlock);
      pack(k, kBlock.count(), column, columnEnd, packed, to + k * across);
    }
  }

  private void packRest(int k, int n, int column, int used, float[] packed, int to) {
    int offset = gemm.bStart() + column;
    CODE.part(gemm.b(), gemm.bOffsets(), k, offset, packed, to, width, used, n);
  }

  private void packColumns(int k, int n, int column, float[] packed, int to) {
    int[] at = gemm.bOffsets();
    int end = k + n;
    int t = to;
    for (int from = k; from < end; ) {
      int until = from + 1;
      while (until < end && at[until] == at[until - 1] + 1) {
        until++;
      }
      packRun(gemm.bStart() + at[from], until - from, column, packed, t);
      t += (until - from) * width;
      from = until;
    }
  }

  /** Packs a panel for adjacent values of k, from {@code offset} on. */
  private void packRun(int offset, int n, int column, float[] packed, int to) {
    float[] b = gemm.b();
    if (width % PACK_MR == 0) {
      CODE.transpose(b, columnOffsets, column, width, offset, packed, to, width, n);
      return;
    }
    for (int k = 0; k < n; k++) {
      for (int j = 0; j < width; j++) {
        packed[to + k * width + j] = b[columnOffsets[column + j] + offset + k];
      }
    }
  }
}
