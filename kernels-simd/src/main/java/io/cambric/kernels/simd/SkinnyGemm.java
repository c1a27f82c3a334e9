package io.cambric.kernels.simd;

import io.cambric.kernel.Parallel;

/**
 * A product with very few left rows: the right factor is read once, where it lies, because packing
 * it would take longer than multiplying.
 */
final class SkinnyGemm {

  static final int MAX_ROWS = 3;

  /** Columns of one task. */
  private static final int CHUNK = 256;

  /** Multiplications worth handing to another thread. */
  private static final int GRAIN = 1 << 16;

  private static final int SAMPLE_K = WarmUp.LOOPS;

  private static final BlockLoops VECTORS =
      new BlockLoops(
          RowLoops.class,
          "row",
          new float[CHUNK],
          0,
          new int[SAMPLE_K],
          new float[CHUNK],
          new int[SAMPLE_K],
          0,
          new float[CHUNK],
          0,
          5 * Species.LANES);

  private final Gemm product;
  private final int[] leftAt;

  SkinnyGemm(Gemm product) {
    this.product = product;
    leftAt = leftAt(product);
  }

  /** {@return where each depth lies in a row of the left factor} */
  private static int[] leftAt(Gemm product) {
    int run = product.run();
    int[] kOffsets = product.kOffsets();
    if (kOffsets.length == 1 && kOffsets[0] == 0) {
      return OffsetTables.of(run, 1);
    }
    if (run == 1) {
      return kOffsets;
    }
    int[] at = new int[product.kSize()];
    for (int k = 0; k < at.length; k++) {
      at[k] = kOffsets[k / run] + k % run;
    }
    return at;
  }

  void compute(boolean parallel) {
    int chunks = (product.columns() - 1) / CHUNK + 1;
    boolean hot = VECTORS.isHot((long) product.rows() * product.columns() * leftAt.length);
    long work = Math.max(1, (long) CHUNK * leftAt.length);
    int grain = parallel ? (int) Math.max(1, GRAIN / work) : product.rows() * chunks;
    Parallel.forRange(
        product.rows() * chunks,
        grain,
        (from, to) -> {
          for (int task = from; task < to; task++) {
            int column = task % chunks * CHUNK;
            run(task / chunks, column, Math.min(CHUNK, product.columns() - column), hot);
          }
        });
  }

  private void run(int row, int column, int n, boolean hot) {
    int whole = hot ? n - n % Species.LANES : 0;
    int left = product.leftStart() + product.rowAt()[row];
    int right = product.rightStart() + column;
    int to = product.outStart() + product.outAt()[row] + column;
    if (whole > 0) {
      try {
        VECTORS
            .handle()
            .invokeExact(
                product.left(),
                left,
                leftAt,
                product.right(),
                product.rightAt(),
                right,
                product.out(),
                to,
                whole);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
    }
    if (whole < n) {
      runScalars(left, right + whole, to + whole, n - whole);
    }
  }

  private void runScalars(int left, int right, int to, int n) {
    float[] sums = new float[n];
    for (int k = 0; k < leftAt.length; k++) {
      float x = product.left()[left + leftAt[k]];
      int at = product.rightAt()[k] + right;
      for (int j = 0; j < n; j++) {
        sums[j] = Math.fma(x, product.right()[at + j], sums[j]);
      }
    }
    System.arraycopy(sums, 0, product.out(), to, n);
  }
}
