package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.kernels.simd.micro.OffsetTables;

/**
 * A matrix product with very few rows. B is read once and unpacked, because packing it would take
 * longer than multiplying.
 */
final class SkinnyGemm {

  static final int MAX_ROWS = 3;

  /** Columns of one task. */
  private static final int CHUNK = 256;

  /** Multiplications that justify another thread. */
  private static final int GRAIN = 1 << 16;

  private static final int SAMPLE_K = WarmUp.LOOPS;

  private static final BlockLoops VECTORS =
      new BlockLoops(
          SkinnyLoops.class,
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

  private final Gemm gemm;
  private final int[] aOffsets;

  SkinnyGemm(Gemm gemm) {
    this.gemm = gemm;
    aOffsets = aOffsets(gemm);
  }

  /** {@return the position of each k in a row of A} */
  private static int[] aOffsets(Gemm gemm) {
    int run = gemm.run();
    int[] kOffsets = gemm.kOffsets();
    if (kOffsets.length == 1 && kOffsets[0] == 0) {
      return OffsetTables.of(run, 1);
    }
    if (run == 1) {
      return kOffsets;
    }
    int[] at = new int[gemm.kSize()];
    for (int k = 0; k < at.length; k++) {
      at[k] = kOffsets[k / run] + k % run;
    }
    return at;
  }

  void compute(boolean parallel) {
    int chunks = (gemm.columns() - 1) / CHUNK + 1;
    boolean hot = VECTORS.isHot((long) gemm.rows() * gemm.columns() * aOffsets.length);
    long work = Math.max(1, (long) CHUNK * aOffsets.length);
    int grain = parallel ? (int) Math.max(1, GRAIN / work) : gemm.rows() * chunks;
    Parallel.forRange(
        gemm.rows() * chunks,
        grain,
        (from, to) -> {
          for (int task = from; task < to; task++) {
            int column = task % chunks * CHUNK;
            run(task / chunks, column, Math.min(CHUNK, gemm.columns() - column), hot);
          }
        });
  }

  private void run(int row, int column, int n, boolean hot) {
    int whole = hot ? n - n % Species.LANES : 0;
    int aStart = gemm.aStart() + gemm.rowOffsets()[row];
    int bStart = gemm.bStart() + column;
    int to = gemm.outStart() + gemm.outOffsets()[row] + column;
    if (whole > 0) {
      try {
        VECTORS
            .handle()
            .invokeExact(
                gemm.a(),
                aStart,
                aOffsets,
                gemm.b(),
                gemm.bOffsets(),
                bStart,
                gemm.out(),
                to,
                whole);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
    }
    if (whole < n) {
      runScalars(aStart, bStart + whole, to + whole, n - whole);
    }
  }

  private void runScalars(int aStart, int bStart, int to, int n) {
    float[] sums = new float[n];
    for (int k = 0; k < aOffsets.length; k++) {
      float x = gemm.a()[aStart + aOffsets[k]];
      int at = gemm.bOffsets()[k] + bStart;
      for (int j = 0; j < n; j++) {
        sums[j] = Math.fma(x, gemm.b()[at + j], sums[j]);
      }
    }
    System.arraycopy(sums, 0, gemm.out(), to, n);
  }
}
