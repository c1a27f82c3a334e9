package io.cambric.kernels.simd;

/** How the left factor of a {@link Product} reaches the micro-kernels. */
final class LeftFactor {

  /** Where its elements are when a micro-kernel reads them. */
  enum Kind {
    /** Where they lie. */
    IN_PLACE,
    /** Packed; depths lie side by side. */
    RUNS,
    /** Packed; eight rows lie side by side at each depth. */
    ROWS
  }

  private static final PackedCode CODE = PackedCode.ALL;
  private static final int ROWS = PackedCode.ROWS;

  /** From as many columns on the left factor is worth packing. */
  private static final int PACKED_COLUMNS = 8 * Species.LANES;

  private final Product product;
  private final Kind kind;

  /**
   * Rows that are read: element (i, k) lies at {@code start + at[i - first] + depthAt[d] + p} for
   * depth {@code k = d * run + p}.
   */
  record Rows(float[] data, int start, int[] at, int first) {}

  LeftFactor(Product product, boolean wide) {
    this.product = product;
    kind = wide ? kind(product) : Kind.IN_PLACE;
  }

  private static Kind kind(Product product) {
    if (product.run() > 1) {
      return product.columns() >= PACKED_COLUMNS ? Kind.RUNS : Kind.IN_PLACE;
    }
    return product.rows() >= ROWS && areTogether(product.rowAt(), 0) ? Kind.ROWS : Kind.IN_PLACE;
  }

  /** {@return whether a tile of rows lies side by side} */
  static boolean areTogether(int[] at, int row) {
    for (int i = 1; i < ROWS; i++) {
      if (at[row + i] != at[row] + i) {
        return false;
      }
    }
    return true;
  }

  Kind kind() {
    return kind;
  }

  /** Packs tiles of rows. */
  void pack(Rows rows, Product.Depths depths, int row, int rowEnd, float[] packed) {
    int n = depths.count() * ROWS;
    int first = row - rows.first();
    int end = rowEnd - rows.first();
    if (kind == Kind.RUNS) {
      for (int i = first; i < end; i += ROWS) {
        packRuns(rows, depths, i, packed, (i - first) / ROWS * n);
      }
      return;
    }
    int[] at = rows.at();
    int i = first;
    while (i + ROWS <= end && areTogether(at, i)) {
      i += ROWS;
    }
    int tiles = (i - first) / ROWS;
    if (tiles > 0 && at[i - 1] == at[first] + i - 1 - first) {
      int offset = rows.start() + at[first];
      int[] depthAt = product.depthAt();
      CODE.rows(rows.data(), depthAt, depths.from(), offset, packed, 0, tiles, depths.count());
    } else {
      i = first;
    }
    for (; i < end; i++) {
      packRow(rows, depths, i, packed, (i - first) / ROWS * n + (i - first) % ROWS);
    }
  }

  private void packRuns(Rows rows, Product.Depths depths, int row, float[] packed, int to) {
    int t = to;
    for (int d = depths.from(); d < depths.to(); d++) {
      int offset = rows.start() + product.depthAt()[d] + depths.start();
      int n = depths.length();
      CODE.transpose(rows.data(), rows.at(), row, ROWS, offset, packed, t, ROWS, n);
      t += n * ROWS;
    }
  }

  private void packRow(Rows rows, Product.Depths depths, int row, float[] packed, int to) {
    int at = rows.start() + rows.at()[row];
    int t = to;
    for (int d = depths.from(); d < depths.to(); d++) {
      packed[t] = rows.data()[at + product.depthAt()[d]];
      t += ROWS;
    }
  }
}
