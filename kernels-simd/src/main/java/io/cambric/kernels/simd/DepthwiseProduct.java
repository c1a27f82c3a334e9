package io.cambric.kernels.simd;

import io.cambric.kernel.thread.Parallel;

/**
 * A depthwise product: sums of products that keep channels apart. {@code out[outStart +
 * outOffsets[i] + c] = sum over k of a[aStart + rowOffsets[i] + kOffsets[k] + c] * b[bStart +
 * bOffsets[k] + c]}.
 *
 * @param windows the overlap of the rows, or {@link Windows#NONE}
 */
record DepthwiseProduct(
    int rows,
    int channels,
    float[] a,
    int aStart,
    int[] rowOffsets,
    int[] kOffsets,
    float[] b,
    int bStart,
    int[] bOffsets,
    float[] out,
    int outStart,
    int[] outOffsets,
    Windows windows) {

  private static final int GRAIN = 1 << 15;

  /** Rows of a tile, and rows whose channels stay in the cache together. */
  private static final int ROWS = 8;

  private static final int BLOCK_ROWS = 64;

  /**
   * The number of taps in a sample: few enough for frequent runs, many enough to make the JIT
   * compile the loops.
   */
  private static final int SAMPLE_K = 25;

  private static final int SAMPLE = 5 * Species.LANES;

  private static final BlockLoops ROW =
      new BlockLoops(
          DepthwiseLoops.class,
          "row",
          new float[SAMPLE],
          0,
          new int[SAMPLE_K],
          new float[SAMPLE],
          0,
          new int[SAMPLE_K],
          new float[SAMPLE],
          0,
          SAMPLE);

  private static final BlockLoops TILES =
      new BlockLoops(
          DepthwiseLoops.class,
          "tiles",
          new float[SAMPLE],
          0,
          new int[ROWS],
          0,
          ROWS,
          new int[SAMPLE_K],
          new float[SAMPLE],
          0,
          new int[SAMPLE_K],
          new float[SAMPLE],
          0,
          new int[ROWS]);

  static final BlockLoops LINES =
      new BlockLoops(
          DepthwiseLoops.class,
          "lines",
          new float[SAMPLE],
          0,
          new int[ROWS],
          0,
          ROWS,
          ROWS,
          0,
          new int[SAMPLE_K],
          SAMPLE_K - 1,
          new float[SAMPLE],
          0,
          new int[SAMPLE_K],
          0,
          new float[SAMPLE],
          0,
          new int[ROWS],
          0,
          Species.LANES);

  /**
   * Overlapping windows: lines of rows whose neighbours are as far apart as taps are.
   *
   * @param width rows of a line; a line shorter than a tile is no use
   * @param step distance in A of neighbouring rows, and of taps
   * @param bStep distance of taps in B
   * @param outStep distance of neighbouring rows in the result
   * @param triples how many taps come in threes; they are first in the offset tables
   */
  record Windows(int width, int step, int bStep, int outStep, int triples) {

    /** Rows of a tile. */
    static final int MIN_WIDTH = 4;

    /** Adjacent taps of a triple. */
    static final int TAPS = 3;

    static final Windows NONE = new Windows(1, 0, 0, 0, 0);

    boolean overlap() {
      return triples > 0 && width >= MIN_WIDTH;
    }

    /**
     * {@return an offset table with the taps of each row in threes, followed by all remaining taps}
     */
    static int[] inTriples(int[] at, int rowTaps) {
      int[] sorted = new int[at.length];
      int whole = rowTaps - rowTaps % TAPS;
      int triple = 0;
      int single = at.length / rowTaps * whole;
      for (int k = 0; k < at.length; k++) {
        sorted[k % rowTaps < whole ? triple++ : single++] = at[k];
      }
      return sorted;
    }
  }

  void compute(boolean parallel) {
    int unit = windows.overlap() ? windows.width : ROWS;
    long work = Math.max(1, (long) channels * kOffsets.length);
    int whole = isHot(work * rows) ? channels - channels % Species.LANES : 0;
    int units = (rows - 1) / unit + 1;
    Parallel.forRange(
        units,
        parallel ? (int) Math.max(1, GRAIN / (work * unit)) : units,
        (from, to) -> {
          int end = Math.min(to * unit, rows);
          if (whole > 0) {
            runVectors(from * unit, end, whole);
          }
          if (whole < channels) {
            runScalars(from * unit, end, whole);
          }
        });
  }

  private boolean isHot(long points) {
    if (windows.overlap()) {
      return LINES.isHot(points);
    }
    // Both loops are requested at once, so that they are compiled together and not one after
    // another.
    boolean hotTiles = TILES.isHot(points);
    boolean hotRow = ROW.isHot(points);
    return hotTiles && hotRow;
  }

  private void runVectors(int from, int end, int whole) {
    try {
      if (windows.overlap()) {
        runLines(from, end, whole);
        return;
      }
      int tilesEnd = end - (end - from) % ROWS;
      for (int i = from; i < tilesEnd; i += BLOCK_ROWS) {
        int until = Math.min(i + BLOCK_ROWS, tilesEnd);
        for (int c = 0; c < whole; c += Species.LANES) {
          runTiles(i, until, c);
        }
      }
      for (int i = tilesEnd; i < end; i++) {
        int row = aStart + rowOffsets[i];
        int to = outStart + outOffsets[i];
        ROW.handle().invokeExact(a, row, kOffsets, b, bStart, bOffsets, out, to, whole);
      }
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void runTiles(int from, int end, int channel) throws Throwable {
    TILES
        .handle()
        .invokeExact(
            a,
            aStart + channel,
            rowOffsets,
            from,
            end,
            kOffsets,
            b,
            bStart + channel,
            bOffsets,
            out,
            outStart + channel,
            outOffsets);
  }

  private void runLines(int from, int end, int whole) throws Throwable {
    LINES
        .handle()
        .invokeExact(
            a,
            aStart,
            rowOffsets,
            from,
            end,
            windows.width,
            windows.step,
            kOffsets,
            windows.triples,
            b,
            bStart,
            bOffsets,
            windows.bStep,
            out,
            outStart,
            outOffsets,
            windows.outStep,
            whole);
  }

  private void runScalars(int first, int end, int from) {
    for (int i = first; i < end; i++) {
      int row = aStart + rowOffsets[i];
      int to = outStart + outOffsets[i];
      for (int c = from; c < channels; c++) {
        float sum = 0;
        for (int k = 0; k < kOffsets.length; k++) {
          sum = Math.fma(a[row + kOffsets[k] + c], b[bStart + bOffsets[k] + c], sum);
        }
        out[to + c] = sum;
      }
    }
  }
}
