package io.cambric.kernels.simd;

/** How the right factor of a {@link Gemm} reaches the micro-kernels: mostly packed in panels. */
final class OperandB {

  /** Up to as many rows of the product it is not worth packing. */
  static final int UNPACKED_ROWS = 64;

  /** As small as this it is not worth packing: it lies in the first caches. */
  private static final int UNPACKED_SIZE = 1 << 14;

  private static final Packing CODE = Packing.ALL;
  private static final int ROWS = Packing.ROWS;
  private static final int COLUMNS = Packing.COLUMNS;
  private static final int[] NO_COLUMNS = {};

  private final Gemm product;
  private final int width;
  private final int distance;

  /** Positions of columns that are not next to each other, the last one up to a whole panel. */
  private final int[] columnAt;

  /**
   * Reads the right factor of a product.
   *
   * @param mayBeUnpacked whether whole panels may be read where they lie, which {@link
   *     Avx2MicroKernels} cannot
   */
  OperandB(Gemm product, boolean mayBeUnpacked) {
    this.product = product;
    width = product.panelWidth();
    distance = mayBeUnpacked && !Species.FEW_REGISTERS ? distance(product) : 0;
    int step = product.rightStep();
    columnAt = step == 1 ? NO_COLUMNS : OffsetTables.padded(product.columns(), step, width);
  }

  private static int distance(Gemm product) {
    int[] at = product.rightAt();
    boolean small =
        product.rows() <= UNPACKED_ROWS || (long) product.columns() * at.length <= UNPACKED_SIZE;
    int distance = at.length > 1 ? at[1] - at[0] : 0;
    if (product.rightStep() != 1 || distance <= 0 || !small) {
      return 0;
    }
    for (int k = 1; k < at.length; k++) {
      if (at[k] - at[k - 1] != distance) {
        return 0;
      }
    }
    return distance;
  }

  /** {@return the columns of the panels of width {@code width} that hold some columns} */
  static int across(int columns, int width) {
    return ((columns - 1) / width + 1) * width;
  }

  /** {@return the distance of all rows, or 0 if they are to be packed} */
  int distance() {
    return distance;
  }

  /** {@return where columns from one on lie at a depth} */
  int position(int kSize, int column) {
    return product.rightStart() + product.rightAt()[kSize] + column;
  }

  /**
   * Packs columns in panels, one after the other; only an incomplete one if the others are read
   * where they lie.
   *
   * @param k the first depth
   * @param n how many depths
   */
  void pack(int k, int n, int column, int columnEnd, float[] packed, int to) {
    if (product.rightStep() != 1) {
      for (int j = column; j < columnEnd; j += width) {
        packColumns(k, n, j, packed, to + (j - column) * n);
      }
      return;
    }
    int whole = (columnEnd - column) / width;
    int rest = columnEnd - column - whole * width;
    if (distance == 0 && width == COLUMNS) {
      int offset = product.rightStart() + column;
      CODE.panels(product.right(), product.rightAt(), k, offset, packed, to, whole, n);
    } else if (distance == 0) {
      for (int p = 0; p < whole; p++) {
        packRest(k, n, column + p * width, width, packed, to + p * width * n);
      }
    }
    if (rest > 0) {
      packRest(k, n, column + whole * width, rest, packed, to + whole * width * n);
    }
  }

  /** Packs columns at all depths, one block of them after the other. */
  void packAll(Gemm.KBlock[] blocks, int column, int columnEnd, float[] packed, int to) {
    int across = across(columnEnd - column, width);
    for (var kBlock : blocks) {
      int k = product.first(kBlock);
      pack(k, kBlock.count(), column, columnEnd, packed, to + k * across);
    }
  }

  private void packRest(int k, int n, int column, int used, float[] packed, int to) {
    int offset = product.rightStart() + column;
    CODE.part(product.right(), product.rightAt(), k, offset, packed, to, width, used, n);
  }

  private void packColumns(int k, int n, int column, float[] packed, int to) {
    int[] at = product.rightAt();
    int end = k + n;
    int t = to;
    for (int from = k; from < end; ) {
      int until = from + 1;
      while (until < end && at[until] == at[until - 1] + 1) {
        until++;
      }
      packRun(product.rightStart() + at[from], until - from, column, packed, t);
      t += (until - from) * width;
      from = until;
    }
  }

  /** Packs a panel at depths that lie side by side, from {@code offset} on. */
  private void packRun(int offset, int n, int column, float[] packed, int to) {
    float[] right = product.right();
    if (width % ROWS == 0) {
      CODE.transpose(right, columnAt, column, width, offset, packed, to, width, n);
      return;
    }
    for (int k = 0; k < n; k++) {
      for (int j = 0; j < width; j++) {
        packed[to + k * width + j] = right[columnAt[column + j] + offset + k];
      }
    }
  }
}
