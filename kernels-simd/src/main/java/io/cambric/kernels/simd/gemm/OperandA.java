package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.Rows;

/** The layout in which operand A of a {@link Gemm} reaches the micro-kernels, and its packing. */
final class OperandA {

  /** The layout of A for the micro-kernels. */
  enum Kind {
    /** Unpacked. */
    UNPACKED,
    /** Packed from rows of contiguous runs. */
    PACKED_RUNS,
    /** Packed from rows that are adjacent for each k. */
    PACKED_ROWS
  }

  private static final int PACK_MR = Packing.PACK_MR;
  private static final PackedKernels PACKED = MachineProfile.PACKED;

  /** The fewest columns for which packing A pays. */
  private static final int PACKED_COLUMNS = 8 * Species.LANES;

  private final Gemm gemm;
  private final Kind kind;

  OperandA(Gemm gemm) {
    this.gemm = gemm;
    kind = kind(gemm);
  }

  /** {@return whether A is packed} */
  static boolean isPacked(Gemm gemm) {
    return kind(gemm) != Kind.UNPACKED;
  }

  private static Kind kind(Gemm gemm) {
    if (!gemm.hasWidePanels()) {
      return Kind.UNPACKED;
    }
    if (gemm.run() > 1) {
      return gemm.columns() >= PACKED_COLUMNS ? Kind.PACKED_RUNS : Kind.UNPACKED;
    }
    return gemm.rows() >= PACK_MR && areTogether(gemm.a()) ? Kind.PACKED_ROWS : Kind.UNPACKED;
  }

  /** {@return whether the first rows, as many as a micro-panel has, are adjacent} */
  static boolean areTogether(Rows rows) {
    return together(rows, PACK_MR) == PACK_MR;
  }

  /** {@return how many rows are adjacent, from the first one on} */
  private static int together(Rows rows, int count) {
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
    if (kind == Kind.PACKED_RUNS) {
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
