package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.jit.Species;

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

  private static final Packing CODE = Packing.ALL;
  private static final int PACK_MR = Packing.PACK_MR;
  private static final PackedKernels PACKED = MachineProfile.PACKED;
  private static final int STEP = MachineProfile.PACKED.step();

  /** The fewest columns for which packing A pays. */
  private static final int PACKED_COLUMNS = 8 * Species.LANES;

  private final Gemm gemm;
  private final Kind kind;

  /**
   * Rows of A: element (i, k) is at {@code start + at[i - first] + kOffsets[d] + p} for {@code k =
   * d * run + p}.
   */
  record Rows(float[] data, int start, int[] at, int first) {}

  OperandA(Gemm gemm) {
    this.gemm = gemm;
    kind = gemm.hasWidePanels() ? kind(gemm) : Kind.UNPACKED;
  }

  private static Kind kind(Gemm gemm) {
    if (gemm.run() > 1) {
      return gemm.columns() >= PACKED_COLUMNS ? Kind.PACKED_RUNS : Kind.UNPACKED;
    }
    return gemm.rows() >= PACK_MR && areTogether(gemm.rowOffsets(), 0)
        ? Kind.PACKED_ROWS
        : Kind.UNPACKED;
  }

  /** {@return whether the rows of a micro-panel are adjacent} */
  static boolean areTogether(int[] at, int row) {
    return together(at, row, row + PACK_MR) == PACK_MR;
  }

  /** {@return how many rows from {@code row} on are adjacent} */
  private static int together(int[] at, int row, int rowEnd) {
    int end = row + 1;
    while (end < rowEnd && at[end] == at[end - 1] + 1) {
      end++;
    }
    return end - row;
  }

  Kind kind() {
    return kind;
  }

  /** Packs rows into micro-panels, which begin {@link PackedKernels#step} rows apart. */
  void pack(Rows rows, Gemm.KBlock kBlock, int row, int rowEnd, float[] packed) {
    int n = kBlock.count() * PACK_MR;
    int first = row - rows.first();
    int count = rowEnd - row;
    int tiles = PACKED.panels(count);
    if (kind == Kind.PACKED_RUNS) {
      for (int t = 0; t < tiles; t++) {
        packRuns(rows, kBlock, first + t * STEP, packed, t * n);
      }
      return;
    }
    int together = together(rows.at(), first, first + count);
    int offset = rows.start() + rows.at()[first];
    int from = kBlock.from();
    int done =
        PACKED.pack(
            rows.data(), gemm.kOffsets(), from, offset, count, together, packed, kBlock.count());
    for (int i = done * STEP; i < count && done < tiles; i++) {
      int t = Math.min(i / STEP, tiles - 1);
      packRow(rows, kBlock, first + i, packed, t * n + i - t * STEP);
    }
  }

  private void packRuns(Rows rows, Gemm.KBlock kBlock, int row, float[] packed, int to) {
    int offset = rows.start() + kBlock.start();
    int[] at = gemm.kOffsets();
    int from = kBlock.from();
    int n = kBlock.length();
    CODE.runs(rows.data(), rows.at(), row, at, from, kBlock.to(), offset, packed, to, n);
  }

  private void packRow(Rows rows, Gemm.KBlock kBlock, int row, float[] packed, int to) {
    int at = rows.start() + rows.at()[row];
    int t = to;
    for (int d = kBlock.from(); d < kBlock.to(); d++) {
      packed[t] = rows.data()[at + gemm.kOffsets()[d]];
      t += PACK_MR;
    }
  }
}
