package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.EpilogueRun;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.Gemm;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.HalfVectors;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.micro.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Products with few columns whose rows of A form lines of adjacent elements. {@code out[outStart +
 * outOffsets[i] + j] = sum over k of a[aStart + rowOffsets[i] + kOffsets[k]] * b[bStart +
 * bOffsets[k] + j * bStep]}.
 *
 * <p>Eight neighbouring rows need a single bounds check, and one vector holds all columns. An 8x2
 * tile with an offset per row would do more work.
 *
 * @param width rows of a line
 * @param outStep distance of neighbouring rows of the result
 */
public record LineGemm(
    int rows,
    int width,
    int columns,
    float[] a,
    int aStart,
    int[] rowOffsets,
    int[] kOffsets,
    float[] b,
    int bStart,
    int[] bOffsets,
    int bStep,
    float[] out,
    int outStart,
    int[] outOffsets,
    int outStep) {

  /** Rows of a tile, and so the shortest line. */
  static final int MIN_WIDTH = 8;

  /** The most columns: one vector. */
  static final int MAX_COLUMNS = Species.LANES;

  /** The most columns that fit into half a vector, where vectors have two halves. */
  private static final int HALF_COLUMNS = 8;

  /**
   * The most values of k. They are summed at once, as in one block of a {@link Gemm}, so that bits
   * are the same.
   */
  static final int MAX_K = 1024;

  private static final long GRAIN = 1 << 15;

  /**
   * The value of k in a sample: small enough for frequent runs, large enough to make the JIT
   * compile the loop.
   */
  private static final int SAMPLE_K = 25;

  public static final BlockLoops TILE_8X1 = tiles("tile8x1");
  public static final BlockLoops TILE_8XHALF = tiles("tile8xHalf");

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
        Math.min(MAX_COLUMNS, HALF_COLUMNS) - 1);
  }

  /** Computes the product, over several threads where it is large. */
  void compute(boolean parallel, @Nullable EpilogueRun epilogue) {
    int lines = rows / width;
    long work = (long) width * kOffsets.length * MAX_COLUMNS;
    var tiles = HalfVectors.EXIST && columns <= HALF_COLUMNS ? TILE_8XHALF : TILE_8X1;
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
            var results = new Rows(out, outOffsets, from * width, outStart);
            Gemm.finish(epilogue, results, (to - from) * width, columns);
          });
    }
  }

  /** Packs a vector of columns for each k. Columns that fit into half a vector are packed twice. */
  private void pack(float[] packed) {
    for (int k = 0; k < kOffsets.length; k++) {
      int to = k * MAX_COLUMNS;
      for (int j = 0; j < columns; j++) {
        packed[to + j] = b[bStart + bOffsets[k] + j * bStep];
      }
      if (HalfVectors.EXIST && columns <= HALF_COLUMNS) {
        System.arraycopy(packed, to, packed, to + HALF_COLUMNS, columns);
      }
    }
  }

  private void runVectors(BlockLoops tiles, float[] packed, int from, int end) {
    try {
      tiles
          .handle()
          .invokeExact(
              a,
              aStart,
              rowOffsets,
              from,
              end,
              width,
              kOffsets,
              packed,
              out,
              outStart,
              outOffsets,
              outStep,
              columns);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void runScalars(float[] packed, int from, int end) {
    for (int i = from; i < end; i++) {
      int row = aStart + rowOffsets[i];
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k < kOffsets.length; k++) {
          sum = Math.fma(a[row + kOffsets[k]], packed[k * MAX_COLUMNS + j], sum);
        }
        out[outStart + outOffsets[i] + j] = sum;
      }
    }
  }
}
