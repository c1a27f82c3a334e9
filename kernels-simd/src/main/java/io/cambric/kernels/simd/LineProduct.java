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
record LineProduct(
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

  /** Depths that are summed at once, as in a {@link Product}, so that bits are the same. */
  static final int MOST_DEPTH = Product.MAX_DEPTH;

  private static final long GRAIN = 1 << 15;

  /** Few enough to be run often, many enough to make the JIT compile the loop. */
  private static final int SAMPLE_DEPTH = 25;

  static final BlockLoops TILES =
      new BlockLoops(
          LineLoops.class,
          "tiles",
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
          MOST_COLUMNS - 1);

  /** Computes the product, over several threads where it is large. */
  void compute(boolean parallel, @Nullable EpilogueRun epilogue) {
    int lines = rows / width;
    long work = (long) width * depthAt.length * MOST_COLUMNS;
    boolean hot = TILES.isHot(work * lines);
    try (var scratch = new Scratch()) {
      float[] packed = scratch.zeros(depthAt.length * MOST_COLUMNS);
      pack(packed);
      Parallel.forRange(
          lines,
          parallel ? (int) Math.max(1, GRAIN / work) : lines,
          (from, to) -> {
            if (hot) {
              runVectors(packed, from * width, to * width);
            } else {
              runScalars(packed, from * width, to * width);
            }
            int end = outOffset + columns;
            Product.finish(epilogue, outAt, from * width, to * width, outOffset, end);
          });
    }
  }

  private void pack(float[] packed) {
    for (int k = 0; k < depthAt.length; k++) {
      for (int j = 0; j < columns; j++) {
        packed[k * MOST_COLUMNS + j] = right[rightOffset + rightAt[k] + j * rightStep];
      }
    }
  }

  private void runVectors(float[] packed, int from, int end) {
    try {
      TILES
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
