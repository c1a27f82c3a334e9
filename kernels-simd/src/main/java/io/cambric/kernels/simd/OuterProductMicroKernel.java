package io.cambric.kernels.simd;

import java.util.Arrays;

/** A micro-kernel of {@link OuterProductTiles}, with its plain twin until it is compiled. */
enum OuterProductMicroKernel {
  WIDE("wide", 8, 2 * Species.LANES),
  LOW("low", 4, 2 * Species.LANES),
  NARROW("narrow", 8, Species.LANES),
  SLIM("slim", 8, 8);

  private static final Packing CODE = Packing.ALL;

  /** Few enough to be run often, many enough to make the JIT compile the loop. */
  private static final int SAMPLE_K = 25;

  private final int rows;
  private final int columns;
  private final BlockLoops loop;

  OuterProductMicroKernel(String name, int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
    loop =
        new BlockLoops(
            OuterProductTiles.class,
            name,
            new float[SAMPLE_K * rows + Species.LANES],
            0,
            new int[1],
            0,
            1,
            OffsetTables.of(SAMPLE_K, rows),
            new float[SAMPLE_K * columns + Species.LANES],
            0,
            OffsetTables.of(SAMPLE_K, columns),
            0,
            SAMPLE_K,
            new float[rows * columns],
            0);
  }

  /** {@return the kernel for as many rows and columns, or for some of them if there are more} */
  static OuterProductMicroKernel of(int rows, int columns) {
    if (columns <= NARROW.columns) {
      return HalfVectors.EXIST && columns <= SLIM.columns ? SLIM : NARROW;
    }
    return rows <= LOW.rows ? LOW : WIDE;
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  /** {@return the elements of the left factor that are read at a depth: whole vectors, or rows} */
  int rowsRead() {
    return this == SLIM ? Species.LANES : rows;
  }

  /** {@return the elements of the right factor that are read at a depth} */
  int columnsRead() {
    return Math.max(Species.LANES, columns);
  }

  BlockLoops loop() {
    return loop;
  }

  /**
   * Adds the products at some depths to some tiles; see {@link OuterProductTiles} for the
   * arguments.
   */
  void run(
      float[] a,
      int left,
      int[] tileAt,
      int first,
      int end,
      int[] leftAt,
      float[] b,
      int right,
      int[] rightAt,
      int from,
      int to,
      float[] c,
      int start) {
    if (loop.isHot((long) (end - first) * (to - from) * rows * columns)) {
      try {
        loop.handle()
            .invokeExact(
                a, left, tileAt, first, end, leftAt, b, right, rightAt, from, to, c, start);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
      return;
    }
    for (int t = first; t < end; t++) {
      int at = start + (t - first) * rows * columns;
      runScalars(a, left + tileAt[t], leftAt, b, right, rightAt, from, to, c, at);
    }
  }

  /**
   * {@return whether factors are to be packed} Where registers are few, positions and bounds of
   * elements that lie anywhere leave too little of a tile's time.
   */
  boolean packs() {
    return Species.FEW_REGISTERS && this == WIDE;
  }

  /** Packs the left factor of some tiles at some depths. */
  void pack(
      float[] a,
      int left,
      int[] tileAt,
      int first,
      int end,
      int[] leftAt,
      int from,
      int to,
      float[] packed) {
    int n = to - from;
    for (int t = first; t < end; t++) {
      CODE.rows(a, leftAt, from, left + tileAt[t], packed, (t - first) * n * rows, 1, rows, n);
    }
  }

  /**
   * Adds the products at some depths to some tiles.
   *
   * @param packed the left factor
   * @param panel memory for the right factor, which is packed
   */
  void runPacked(
      int tiles,
      float[] packed,
      float[] b,
      int right,
      int[] rightAt,
      int from,
      int to,
      float[] panel,
      float[] c,
      int start) {
    CODE.panels(b, rightAt, from, right, panel, 0, 1, to - from);
    int height = tiles * rows;
    Avx2MicroKernels.ALL.extend(
        height, packed, to - from, panel, c, OffsetTables.of(height, columns), start);
  }

  /** The same sums in the same order, one row after another. */
  private void runScalars(
      float[] a,
      int left,
      int[] leftAt,
      float[] b,
      int right,
      int[] rightAt,
      int from,
      int to,
      float[] c,
      int at) {
    for (int i = 0; i < rows; i++) {
      float[] sums = Arrays.copyOfRange(c, at + i * columns, at + (i + 1) * columns);
      for (int k = from; k < to; k++) {
        float x = a[left + leftAt[k] + i];
        int q = right + rightAt[k];
        for (int j = 0; j < columns; j++) {
          sums[j] = Math.fma(x, b[q + j], sums[j]);
        }
      }
      System.arraycopy(sums, 0, c, at + i * columns, columns);
    }
  }
}
