package io.cambric.kernels.simd;

import io.cambric.kernel.Parallel;

/**
 * Sums of products that keep channels apart: {@code out[outOffset + outAt[i] + c] = sum over k of
 * left[leftOffset + rowAt[i] + kOffsets[k] + c] * right[rightOffset + rightAt[k] + c]}.
 *
 * @param windows how the rows overlap, if they do
 */
record DepthwiseProduct(
    int rows,
    int channels,
    float[] left,
    int leftOffset,
    int[] rowAt,
    int[] kOffsets,
    float[] right,
    int rightOffset,
    int[] rightAt,
    float[] out,
    int outOffset,
    int[] outAt,
    Windows windows) {

  private static final int GRAIN = 1 << 15;

  /** Rows of a tile, and how many of them share the channels that are in the cache. */
  private static final int ROWS = 8;

  private static final int BLOCK_ROWS = 64;

  /** Few enough to be run often, many enough to make the JIT compile the loops. */
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
   * Lines of rows that lie as far apart as taps do.
   *
   * @param width rows of a line; lines shorter than a tile are no use
   * @param step distance of neighbours, and of taps, in the left factor
   * @param rightStep distance of taps in the right factor
   * @param outStep distance of neighbours in the result
   * @param triples how many taps come in threes; they are first in the tables of depths
   */
  record Windows(int width, int step, int rightStep, int outStep, int triples) {

    /** Rows of a tile. */
    static final int MIN_WIDTH = 4;

    /** Taps that are next to each other. */
    static final int TAPS = 3;

    static final Windows NONE = new Windows(1, 0, 0, 0, 0);

    boolean overlap() {
      return triples > 0 && width >= MIN_WIDTH;
    }

    /** {@return a table of depths with the taps of each row in threes, and then all others} */
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
    // Both are asked for at once: one after the other would take twice as long to be compiled.
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
        int row = leftOffset + rowAt[i];
        int to = outOffset + outAt[i];
        ROW.handle().invokeExact(left, row, kOffsets, right, rightOffset, rightAt, out, to, whole);
      }
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void runTiles(int from, int end, int channel) throws Throwable {
    TILES
        .handle()
        .invokeExact(
            left,
            leftOffset + channel,
            rowAt,
            from,
            end,
            kOffsets,
            right,
            rightOffset + channel,
            rightAt,
            out,
            outOffset + channel,
            outAt);
  }

  private void runLines(int from, int end, int whole) throws Throwable {
    LINES
        .handle()
        .invokeExact(
            left,
            leftOffset,
            rowAt,
            from,
            end,
            windows.width,
            windows.step,
            kOffsets,
            windows.triples,
            right,
            rightOffset,
            rightAt,
            windows.rightStep,
            out,
            outOffset,
            outAt,
            windows.outStep,
            whole);
  }

  private void runScalars(int first, int end, int from) {
    for (int i = first; i < end; i++) {
      int row = leftOffset + rowAt[i];
      int to = outOffset + outAt[i];
      for (int c = from; c < channels; c++) {
        float sum = 0;
        for (int k = 0; k < kOffsets.length; k++) {
          sum = Math.fma(left[row + kOffsets[k] + c], right[rightOffset + rightAt[k] + c], sum);
        }
        out[to + c] = sum;
      }
    }
  }
}
