package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.Rows;
import io.cambric.kernels.simd.jit.Species;

/** The layout in which operand A of a {@link Gemm} reaches the micro-kernels, and its packing. */
record OperandA(Gemm gemm) {

  private static final int PACK_MR = Packing.PACK_MR;
  private static final PackedKernels PACKED = MachineProfile.PACKED;

  /** The fewest columns for which packing A pays. */
  private static final int PACKED_COLUMNS = 8 * Species.LANES;

  /** {@return whether A is packed, from runs of k or from rows that are adjacent for each k} */
  boolean isPacked() {
    return gemm.hasWidePanels()
        && (gemm.run() > 1
            ? gemm.columns() >= PACKED_COLUMNS
            : gemm.rows() >= PACK_MR && together(gemm.a(), PACK_MR) == PACK_MR);
  }

  /** {@return the number of adjacent rows, from the first row on} */
  static int together(Rows rows, int count) {
    int end = 1;
    while (end < count && rows.at(end) == rows.at(end - 1) + 1) {
      end++;
    }
    return end;
  }

  /**
   * Packs rows into micro-panels, which begin {@link PackedKernels#step} rows apart.
   *
   * @param rows of A; the first {@code count} are packed
   */
  void pack(Rows rows, Gemm.KBlock kBlock, int count, float[] packed) {
    int n = kBlock.count() * PACK_MR;
    int step = PACKED.step();
    int tiles = PACKED.panels(count);
    int[] kOffsets = gemm.kOffsets();
    if (gemm.run() > 1) {
      for (int t = 0; t < tiles; t++) {
        var panel = rows.from(t * step).plus(kBlock.start());
        Packing.ALL.runs(
            panel, kOffsets, kBlock.from(), kBlock.to(), packed, t * n, kBlock.length());
      }
      return;
    }
    int together = together(rows, count);
    var source = new Rows(rows.data(), kOffsets, kBlock.from(), rows.at(0));
    int done = PACKED.pack(source, count, together, packed, kBlock.count());
    for (int i = done * step; i < count && done < tiles; i++) {
      int t = Math.min(i / step, tiles - 1);
      packRow(rows, kBlock, i, packed, t * n + i - t * step);
    }
  }

  private void packRow(Rows rows, Gemm.KBlock kBlock, int row, float[] packed, int to) {
    int at = rows.at(row);
    int t = to;
    for (int d = kBlock.from(); d < kBlock.to(); d++) {
      packed[t] = rows.data()[at + gemm.kOffsets()[d]];
      t += PACK_MR;
    }
  }
}
