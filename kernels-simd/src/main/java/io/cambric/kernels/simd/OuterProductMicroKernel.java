package io.cambric.kernels.simd;

import java.util.Arrays;

/**
 * The micro-kernels of {@link OuterProductTiles}, each with a plain twin of the same bits until it
 * is compiled.
 */
enum OuterProductMicroKernel {
  TILE_8X2("tile8x2", 8, 2 * Species.LANES),
  TILE_4X2("tile4x2", 4, 2 * Species.LANES),
  TILE_8X1("tile8x1", 8, Species.LANES),
  TILE_8XHALF("tile8xHalf", 8, 8);

  private static final Packing CODE = Packing.ALL;

  /**
   * The value of k in a sample: small enough for frequent runs, large enough to make the JIT
   * compile the loop.
   */
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

  /**
   * {@return the micro-kernel for a number of rows and columns} It takes a part of them if they are
   * more than its tile holds.
   */
  static OuterProductMicroKernel of(int rows, int columns) {
    if (columns <= TILE_8X1.columns) {
      return HalfVectors.EXIST && columns <= TILE_8XHALF.columns ? TILE_8XHALF : TILE_8X1;
    }
    return rows <= TILE_4X2.rows ? TILE_4X2 : TILE_8X2;
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  /** {@return the elements of A that are read for a k: a whole vector or the rows of the tile} */
  int rowsRead() {
    return this == TILE_8XHALF ? Species.LANES : rows;
  }

  /** {@return the elements of B that are read for a k} */
  int columnsRead() {
    return Math.max(Species.LANES, columns);
  }

  BlockLoops loop() {
    return loop;
  }

  /**
   * Adds the products of some values of k to some tiles; see {@link OuterProductTiles} for the
   * arguments.
   */
  void run(
      float[] a,
      int aStart,
      int[] tileOffsets,
      int first,
      int end,
      int[] aOffsets,
      float[] b,
      int bStart,
      int[] bOffsets,
      int from,
      int to,
      float[] c,
      int start) {
    if (loop.isHot((long) (end - first) * (to - from) * rows * columns)) {
      try {
        loop.handle()
            .invokeExact(
                a,
                aStart,
                tileOffsets,
                first,
                end,
                aOffsets,
                b,
                bStart,
                bOffsets,
                from,
                to,
                c,
                start);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
      return;
    }
    for (int t = first; t < end; t++) {
      int at = start + (t - first) * rows * columns;
      runScalars(a, aStart + tileOffsets[t], aOffsets, b, bStart, bOffsets, from, to, c, at);
    }
  }

  /**
   * {@return whether operands are to be packed}
   *
   * <p>Where registers are few, address computations and bounds checks of unpacked operands take
   * too large a part of a tile's time.
   */
  boolean packs() {
    return Species.FEW_REGISTERS && this == TILE_8X2;
  }

  /** Packs A for some tiles and some values of k. */
  void pack(
      float[] a,
      int aStart,
      int[] tileOffsets,
      int first,
      int end,
      int[] aOffsets,
      int from,
      int to,
      float[] packed) {
    int n = to - from;
    for (int t = first; t < end; t++) {
      CODE.rows(
          a, aOffsets, from, aStart + tileOffsets[t], packed, (t - first) * n * rows, 1, rows, n);
    }
  }

  /**
   * Adds the products of some values of k to some tiles.
   *
   * @param packed the micro-panels of A
   * @param panel memory for a packed panel of B
   */
  void runPacked(
      int tiles,
      float[] packed,
      float[] b,
      int bStart,
      int[] bOffsets,
      int from,
      int to,
      float[] panel,
      float[] c,
      int start) {
    CODE.panels(b, bOffsets, from, bStart, panel, 0, 1, to - from);
    int height = tiles * rows;
    Avx2MicroKernels.ALL.extend(
        height, packed, to - from, panel, c, OffsetTables.of(height, columns), start);
  }

  /** The same sums in the same order, row by row. */
  private void runScalars(
      float[] a,
      int aStart,
      int[] aOffsets,
      float[] b,
      int bStart,
      int[] bOffsets,
      int from,
      int to,
      float[] c,
      int at) {
    for (int i = 0; i < rows; i++) {
      float[] sums = Arrays.copyOfRange(c, at + i * columns, at + (i + 1) * columns);
      for (int k = from; k < to; k++) {
        float x = a[aStart + aOffsets[k] + i];
        int q = bStart + bOffsets[k];
        for (int j = 0; j < columns; j++) {
          sums[j] = Math.fma(x, b[q + j], sums[j]);
        }
      }
      System.arraycopy(sums, 0, c, at + i * columns, columns);
    }
  }
}
