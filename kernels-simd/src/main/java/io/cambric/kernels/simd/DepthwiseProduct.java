package io.cambric.kernels.simd;

import io.cambric.kernel.Parallel;

/**
 * Sums of products that keep channels apart: {@code out[outAt[i] + c] = sum over k of left[rowAt[i]
 * + depthAt[k] + c] * right[rightAt[k] + c]}.
 */
record DepthwiseProduct(
    int rows,
    int channels,
    float[] left,
    int[] rowAt,
    int[] depthAt,
    float[] right,
    int[] rightAt,
    float[] out,
    int[] outAt) {

  private static final int GRAIN = 1 << 15;

  /** Rows of a tile, and how many of them share the channels that are in the cache. */
  private static final int ROWS = 8;

  private static final int BLOCK_ROWS = 64;

  /** Few enough to be run often, many enough to make the JIT compile the loops. */
  private static final int SAMPLE_DEPTH = 25;

  private static final int SAMPLE = 5 * Species.LANES;

  private static final long FAST_NANOS = 1_500;

  private static final BlockLoops ROW =
      new BlockLoops(
          DepthwiseLoops.class,
          "row",
          FAST_NANOS,
          new float[SAMPLE],
          0,
          new int[SAMPLE_DEPTH],
          new float[SAMPLE],
          new int[SAMPLE_DEPTH],
          new float[SAMPLE],
          0,
          SAMPLE);

  private static final BlockLoops TILES =
      new BlockLoops(
          DepthwiseLoops.class,
          "tiles",
          FAST_NANOS,
          new float[SAMPLE],
          new int[ROWS],
          0,
          ROWS,
          new int[SAMPLE_DEPTH],
          new float[SAMPLE],
          new int[SAMPLE_DEPTH],
          new float[SAMPLE],
          new int[ROWS],
          0);

  void compute() {
    long work = Math.max(1, (long) channels * depthAt.length);
    // Both are asked for at once: one after the other would take twice as long to be compiled.
    boolean hotTiles = TILES.isHot(work * rows);
    boolean hotRow = ROW.isHot(work * rows);
    int whole = hotTiles && hotRow ? channels - channels % Species.LANES : 0;
    int tiles = (rows - 1) / ROWS + 1;
    Parallel.forRange(
        tiles,
        (int) Math.max(1, GRAIN / (work * ROWS)),
        (from, to) -> {
          int end = Math.min(to * ROWS, rows);
          if (whole > 0) {
            runVectors(from * ROWS, end, whole);
          }
          if (whole < channels) {
            runScalars(from * ROWS, end, whole);
          }
        });
  }

  private void runVectors(int from, int end, int whole) {
    int tilesEnd = end - (end - from) % ROWS;
    try {
      for (int i = from; i < tilesEnd; i += BLOCK_ROWS) {
        int until = Math.min(i + BLOCK_ROWS, tilesEnd);
        for (int c = 0; c < whole; c += Species.LANES) {
          TILES.handle().invokeExact(left, rowAt, i, until, depthAt, right, rightAt, out, outAt, c);
        }
      }
      for (int i = tilesEnd; i < end; i++) {
        ROW.handle().invokeExact(left, rowAt[i], depthAt, right, rightAt, out, outAt[i], whole);
      }
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void runScalars(int first, int end, int from) {
    for (int i = first; i < end; i++) {
      for (int c = from; c < channels; c++) {
        float sum = 0;
        for (int k = 0; k < depthAt.length; k++) {
          sum = Math.fma(left[rowAt[i] + depthAt[k] + c], right[rightAt[k] + c], sum);
        }
        out[outAt[i] + c] = sum;
      }
    }
  }
}
