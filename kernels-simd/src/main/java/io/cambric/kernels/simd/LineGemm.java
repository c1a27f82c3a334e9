package io.cambric.kernels.simd;

import io.cambric.kernel.EpilogueRun;
import io.cambric.kernel.Parallel;
import io.cambric.kernel.Scratch;
import org.jspecify.annotations.Nullable;

/**
 * Products with few columns of rows that come in lines, those of a line side by side in the left
 * factor: {@code out[outOffset + outAt[i] + j] = sum over k of left[leftOffset + rowAt[i] +
 * depthAt[k]] * right[rightOffset + rightAt[k] + j * rightStep]}.
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
    int[] depthAt,
    float[] right,
    int rightOffset,
    int[] rightAt,
    int rightStep,
    float[] out,
    int outOffset,
    int[] outAt,
    int outStep) {

  /** Rows of a tile: shorter lines have none. */
  static final int LEAST_WIDTH = 8;

  /** More columns take more than one vector. */
  static final int MOST_COLUMNS = Species.LANES;

  /** Up to as many take half a vector where vectors have two halves. */
  private static final int SLIM_COLUMNS = 8;

  /** Depths that are summed at once, as in a {@link Gemm}, so that bits are the same. */
  static final int MOST_DEPTH = Gemm.MAX_DEPTH;

  private static final long GRAIN = 1 << 15;

  /** Few enough to be run often, many enough to make the JIT compile the loop. */
  private static final int SAMPLE_DEPTH = 25;

  static final BlockLoops TILES = tiles("tiles");
  static final BlockLoops SLIM_TILES = tiles("slimTiles");

  private static BlockLoops tiles(String name) {
    return new BlockLoops(
        LineLoops.class,
        name,
        new float[LEAST_WIDTH],
        0,
        new int[LEAST_WIDTH],
        0,
        LEAST_WIDTH,
        LEAST_WIDTH,
        new int[SAMPLE_DEPTH],
        new float[SAMPLE_DEPTH * MOST_COLUMNS],
        new float[MOST_COLUMNS],
        0,
        new int[LEAST_WIDTH],
        0,
        Math.min(MOST_COLUMNS, SLIM_COLUMNS) - 1);
  }

  /** Computes the product, over several threads where it is large. */
  void compute(boolean parallel, @Nullable EpilogueRun epilogue) {
    int lines = rows / width;
    long work = (long) width * depthAt.length * MOST_COLUMNS;
    var tiles = HalfVectors.EXIST && columns <= SLIM_COLUMNS ? SLIM_TILES : TILES;
    boolean hot = tiles.isHot(work * lines);
    try (var scratch = new Scratch()) {
      float[] packed = scratch.zeros(depthAt.length * MOST_COLUMNS);
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
    for (int k = 0; k < depthAt.length; k++) {
      int to = k * MOST_COLUMNS;
      for (int j = 0; j < columns; j++) {
        packed[to + j] = right[rightOffset + rightAt[k] + j * rightStep];
      }
      if (HalfVectors.EXIST && columns <= SLIM_COLUMNS) {
        System.arraycopy(packed, to, packed, to + SLIM_COLUMNS, columns);
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
              depthAt,
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
        for (int k = 0; k < depthAt.length; k++) {
          sum = Math.fma(left[row + depthAt[k]], packed[k * MOST_COLUMNS + j], sum);
        }
        out[outOffset + outAt[i] + j] = sum;
      }
    }
  }
}
