package io.cambric.kernels.simd.conv;

import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;

/**
 * A depthwise product: sums of products that keep channels apart. {@code out[outStart +
 * outOffsets[i] + c] = sum over k of a[aStart + rowOffsets[i] + kOffsets[k] + c] * b[bStart +
 * bOffsets[k] + c]}.
 *
 * @param windows the overlap of the rows, or {@link Windows#NONE}
 */
public record DepthwiseProduct(
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

  /** Values of the tables of a sample. */
  private static final int SAMPLE_K = WarmUp.LOOPS;

  private static final int SAMPLE = 5 * Species.LANES;

  public static final BlockLoops TILES = tiles(ROWS).loop();
  public static final BlockLoops ROW = tiles(1).loop();

  public static final BlockLoops LINES =
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

  /** Tiles of some rows by one vector of channels: one load of a weight serves all rows. */
  private static MicroKernelSpec tiles(int rows) {
    return MicroKernelSpec.of(
            TileShape.of(rows, 1),
            new UnpackedA.Indexed(),
            new AddressB.Indexed(),
            new AddressC.Rows())
        .with(MicroKernelSpec.Factor.VECTOR);
  }

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
    return (rows < ROWS ? ROW : TILES).isHot(points);
  }

  private void runVectors(int from, int end, int whole) {
    try {
      if (windows.overlap()) {
        runLines(from, end, whole);
        return;
      }
      if (end - from < ROWS) {
        runTiles(ROW, from, end, whole);
        return;
      }
      int tilesEnd = end - (end - from) % ROWS;
      for (int i = from; i < tilesEnd; i += BLOCK_ROWS) {
        runTiles(TILES, i, Math.min(i + BLOCK_ROWS, tilesEnd), whole);
      }
      if (tilesEnd < end) {
        // Some rows are computed twice.
        runTiles(TILES, end - ROWS, end, whole);
      }
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void runTiles(BlockLoops tiles, int from, int end, int whole) throws Throwable {
    int kSize = kOffsets.length;
    for (int c = 0; c < whole; c += Species.LANES) {
      tiles
          .handle()
          .invokeExact(
              a,
              rowOffsets,
              from,
              end,
              kOffsets,
              0,
              kSize,
              aStart + c,
              1,
              b,
              bStart + c,
              bOffsets,
              out,
              outOffsets,
              from,
              outStart + c);
    }
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
