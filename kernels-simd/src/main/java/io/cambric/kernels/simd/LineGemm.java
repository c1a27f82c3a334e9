package io.cambric.kernels.simd;

import io.cambric.kernel.EpilogueRun;
import io.cambric.kernel.Parallel;
import io.cambric.kernel.Scratch;
import org.jspecify.annotations.Nullable;

/**
 * Products with few columns of rows that come in lines, those of a line side by side in the left
 * factor: {@code out[outOffset + outAt[i] + j] = sum over k of left[leftOffset + rowAt[i] +
 * kOffsets[k]] * right[rightOffset + rightAt[k] + j * rightStep]}.
 *
 * <p>Eight neighbours take one check of bounds, and one vector holds their columns: such products
 * take two thirds of the time of tiles of two vectors with rows anywhere.
 *
 * @param width rows of a line
 * @param outStep distance of neighbouring rows of the result
 */
record LineGemm(
    int rows,
    int width,
    int columns,
    float[] left,
    int leftOffset,
    int[] rowAt,
    int[] kOffsets,
    float[] right,
    int rightOffset,
    int[] rightAt,
    int rightStep,
    float[] out,
    int outOffset,
    int[] outAt,
    int outStep) {

  /** Rows of a tile: shorter lines have none. */
  static final int MIN_WIDTH = 8;

  /** More columns take more than one vector. */
  static final int MAX_COLUMNS = Species.LANES;

  /** Up to as many take half a vector where vectors have two halves. */
  private static final int NARROW_COLUMNS = 8;

  /** Depths that are summed at once, as in a {@link Gemm}, so that bits are the same. */
  static final int MAX_K = Gemm.KC;

  private static final long GRAIN = 1 << 15;

  /** Few enough to be run often, many enough to make the JIT compile the loop. */
  private static final int SAMPLE_K = 25;

  static final BlockLoops TILES = tiles("tiles");
  static final BlockLoops NARROW_TILES = tiles("narrowTiles");

  private static BlockLoops tiles(String name) {
    return new BlockLoops(
        LineLoops.class,
        name,
        new float[MIN_WIDTH],
        0,
        new int[MIN_WIDTH],
        0,
        MIN_WIDTH,
        MIN_WIDTH,
        new int[SAMPLE_K],
        new float[SAMPLE_K * MAX_COLUMNS],
        new float[MAX_COLUMNS],
        0,
        new int[MIN_WIDTH],
        0,
        Math.min(MAX_COLUMNS, NARROW_COLUMNS) - 1);
  }

  /** Computes the product, over several threads where it is large. */
  void compute(boolean parallel, @Nullable EpilogueRun epilogue) {
    int lines = rows / width;
    long work = (long) width * kOffsets.length * MAX_COLUMNS;
    var tiles = HalfVectors.EXIST && columns <= NARROW_COLUMNS ? NARROW_TILES : TILES;
    boolean hot = tiles.isHot(work * lines);
    try (var scratch = new Scratch()) {
      float[] packed = scratch.zeros(kOffsets.length * MAX_COLUMNS);
      pack(packed);
      Parallel.forRange(
          lines,
          parallel ? (int) Math.max(1, GRAIN / work) : lines,
          (from, to) -> {
            if (hot) {
              runVectors(tiles, packed, from * width, to * width);
            } else {
              runScalars(packed, from * width, to * width);
            }
            int end = outOffset + columns;
            Gemm.finish(epilogue, outAt, from * width, to * width, outOffset, end);
          });
    }
  }

  /** Packs a vector for each depth, whose halves are the same where columns fill one only. */
  private void pack(float[] packed) {
    for (int k = 0; k < kOffsets.length; k++) {
      int to = k * MAX_COLUMNS;
      for (int j = 0; j < columns; j++) {
        packed[to + j] = right[rightOffset + rightAt[k] + j * rightStep];
      }
      if (HalfVectors.EXIST && columns <= NARROW_COLUMNS) {
        System.arraycopy(packed, to, packed, to + NARROW_COLUMNS, columns);
      }
    }
  }

  private void runVectors(BlockLoops tiles, float[] packed, int from, int end) {
    try {
      tiles
          .handle()
          .invokeExact(
              left,
              leftOffset,
              rowAt,
              from,
              end,
              width,
              kOffsets,
              packed,
              out,
              outOffset,
              outAt,
              outStep,
              columns);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void runScalars(float[] packed, int from, int end) {
    for (int i = from; i < end; i++) {
      int row = leftOffset + rowAt[i];
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k < kOffsets.length; k++) {
          sum = Math.fma(left[row + kOffsets[k]], packed[k * MAX_COLUMNS + j], sum);
        }
        out[outOffset + outAt[i] + j] = sum;
      }
    }
  }
}
