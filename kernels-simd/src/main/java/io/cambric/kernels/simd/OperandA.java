package io.cambric.kernels.simd;

/** How the left factor of a {@link Gemm} reaches the micro-kernels. */
final class OperandA {

  /** Where its elements are when a micro-kernel reads them. */
  enum Kind {
    /** Where they lie. */
    IN_PLACE,
    /** Packed; depths lie side by side. */
    RUNS,
    /** Packed; eight rows lie side by side at each depth. */
    ROWS
  }

  private static final Packing CODE = Packing.ALL;
  private static final int ROWS = Packing.ROWS;
  private static final int STEP = MicroKernels.STEP;

  /** From as many columns on the left factor is worth packing. */
  private static final int PACKED_COLUMNS = 8 * Species.LANES;

  private final Gemm product;
  private final Kind kind;

  /**
   * Rows that are read: element (i, k) lies at {@code start + at[i - first] + kOffsets[d] + p} for
   * depth {@code k = d * run + p}.
   */
  record Rows(float[] data, int start, int[] at, int first) {}

  OperandA(Gemm product) {
    this.product = product;
    kind = product.isWide() ? kind(product) : Kind.IN_PLACE;
  }

  private static Kind kind(Gemm product) {
    if (product.run() > 1) {
      return product.columns() >= PACKED_COLUMNS ? Kind.RUNS : Kind.IN_PLACE;
    }
    return product.rows() >= ROWS && areTogether(product.rowAt(), 0) ? Kind.ROWS : Kind.IN_PLACE;
  }

  /** {@return whether a tile of rows lies side by side} */
  static boolean areTogether(int[] at, int row) {
    return together(at, row, row + ROWS) == ROWS;
  }

  /** {@return how many rows from one on lie side by side} */
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

  /** Packs rows in tiles, which are {@link MicroKernels#STEP} rows apart. */
  void pack(Rows rows, Gemm.KBlock kBlock, int row, int rowEnd, float[] packed) {
    int n = kBlock.count() * ROWS;
    int first = row - rows.first();
    int count = rowEnd - row;
    int tiles = MicroKernels.tiles(count);
    if (kind == Kind.RUNS) {
      for (int t = 0; t < tiles; t++) {
        packRuns(rows, kBlock, first + t * STEP, packed, t * n);
      }
      return;
    }
    int together = together(rows.at(), first, first + count);
    int offset = rows.start() + rows.at()[first];
    int from = kBlock.from();
    int done =
        MicroKernels.pack(
            rows.data(), product.kOffsets(), from, offset, count, together, packed, kBlock.count());
    for (int i = done * STEP; i < count && done < tiles; i++) {
      int t = Math.min(i / STEP, tiles - 1);
      packRow(rows, kBlock, first + i, packed, t * n + i - t * STEP);
    }
  }

  private void packRuns(Rows rows, Gemm.KBlock kBlock, int row, float[] packed, int to) {
    int offset = rows.start() + kBlock.start();
    int[] at = product.kOffsets();
    int from = kBlock.from();
    int n = kBlock.length();
    CODE.runs(rows.data(), rows.at(), row, at, from, kBlock.to(), offset, packed, to, n);
  }

  private void packRow(Rows rows, Gemm.KBlock kBlock, int row, float[] packed, int to) {
    int at = rows.start() + rows.at()[row];
    int t = to;
    for (int d = kBlock.from(); d < kBlock.to(); d++) {
      packed[t] = rows.data()[at + product.kOffsets()[d]];
      t += ROWS;
    }
  }
}
