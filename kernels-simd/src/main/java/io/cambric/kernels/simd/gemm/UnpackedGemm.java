package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.FusedCallRun;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.PackedKernels.Panel;
import io.cambric.kernels.simd.jit.Species;
import org.jspecify.annotations.Nullable;

/**
 * A product that packs no operand, because few rows or small operands do not repay packing.
 *
 * <p>Rows are divided evenly among tiles, so no tile has unused rows. A tile has as many vectors of
 * columns as registers allow. If the last columns fill no vector, the last vector overlaps the
 * previous one.
 *
 * @param distance distance from one row of B to the next
 */
record UnpackedGemm(Gemm gemm, int distance) {

  private static final int LANES = Species.LANES;
  private static final MachineProfile MACHINE = MachineProfile.here();

  /** Wide tiles of one task. */
  private static final int CHUNK = 4;

  /** Multiplications that justify another task. */
  private static final int GRAIN = 1 << 16;

  /** Tasks per thread. An interrupted thread leaves its remaining tasks to the others. */
  private static final int TASKS = 4;

  /** The most rows of a product that packs no operand, however large B is. */
  private static final int FEW_ROWS = MACHINE.unpackedTileRows(true);

  /** The most rows of a product that has no adjacent elements of A along k. */
  private static final int APART_ROWS = 64;

  /**
   * The most values of k for which rows of B a page apart stay in the caches, for all tiles of a
   * panel.
   */
  private static final int MOST_K = 1 << 10;

  /** {@return the product, or null if packing its operands is faster} */
  static @Nullable UnpackedGemm of(Gemm gemm) {
    boolean isSmall = gemm.rows() <= FEW_ROWS || MACHINE.readsInPlace() && fits(gemm);
    boolean areVectors = gemm.bStep() == 1 && gemm.outStep() == 1 && gemm.columns() >= LANES;
    int distance = isSmall && areVectors ? OperandB.distance(gemm) : 0;
    return distance > 0 ? new UnpackedGemm(gemm, distance) : null;
  }

  /** {@return whether all tiles of rows find A and their panel of B in the cache} */
  private static boolean fits(Gemm gemm) {
    return gemm.kSize() <= MOST_K
        && GemmMacroKernel.isCached(gemm.rows(), gemm.kSize())
        && (gemm.run() > 1 || gemm.rows() <= APART_ROWS);
  }

  /** {@return another product of these sizes and distances} */
  UnpackedGemm with(Gemm other) {
    return new UnpackedGemm(other, distance);
  }

  /**
   * Computes the product.
   *
   * @param fused an epilogue runs on the result
   */
  void compute(boolean parallel, FusedCallRun fused) {
    boolean runs = gemm.run() > 1;
    int most = MACHINE.unpackedTileRows(runs);
    int chunk = CHUNK * LANES * UnpackedKernel.of(runs, Math.min(most, gemm.rows())).size();
    int chunks = (gemm.columns() - 1) / chunk + 1;
    long work = (long) gemm.rows() * gemm.columns() * gemm.kSize();
    int tasks = parallel ? (int) Math.min(work / GRAIN, TASKS * Parallel.threads()) : 1;
    int blocks = Math.max(1, Math.min(tasks / chunks, gemm.rows() / most));
    Parallel.forRange(
        blocks * chunks,
        tasks > 1 ? 1 : blocks * chunks,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int row = (int) ((long) gemm.rows() * (i / chunks) / blocks);
            int rowEnd = (int) ((long) gemm.rows() * (i / chunks + 1) / blocks);
            int column = i % chunks * chunk;
            runBlock(runs, most, row, rowEnd, column, Math.min(column + chunk, gemm.columns()));
          }
        });
    gemm.finish(fused, new Gemm.Block(0, gemm.rows(), 0, gemm.columns()));
  }

  /**
   * Multiplies some rows by some columns. A single last vector of columns would load more than it
   * multiplies, so lower tiles take it with the vectors before it.
   */
  private void runBlock(boolean runs, int most, int row, int rowEnd, int column, int end) {
    int height = Math.min(most, rowEnd - row);
    int width = end - column;
    long points = (long) (rowEnd - row) * width * gemm.kSize();
    if (!usual(runs, height, rowEnd - row, width).isHot(false, width, points)) {
      var block = new Gemm.Block(row, rowEnd, column, end);
      var all = new Gemm.KBlock(0, gemm.kOffsets().length, 0, gemm.run());
      gemm.multiplyPlainly(false, gemm.a().from(row), all, block);
      return;
    }
    for (int at = column; at < end; ) {
      int first = Math.min(at, end - LANES);
      int left = (end - first - 1) / LANES + 1;
      int vectors = Math.min(MACHINE.unpackedVectors(height), left);
      int rows = height;
      if (vectors == left - 1 && MACHINE.unpackedVectors(1) >= left) {
        vectors = left;
        while (MACHINE.unpackedVectors(rows) < vectors) {
          rows--;
        }
      }
      int used = Math.min(vectors * LANES, end - first);
      run(runs, rows, vectors, row, rowEnd, first, used);
      at = first + used;
    }
  }

  /** {@return the kernel of most tiles of some rows and columns} */
  private static UnpackedKernel usual(boolean runs, int most, int rows, int used) {
    int vectors = Math.min(MACHINE.unpackedVectors(most), (used - 1) / LANES + 1);
    return UnpackedKernel.of(runs, rows / ((rows - 1) / most + 1)).get(vectors - 1);
  }

  /** Multiplies some rows, divided evenly into tiles of two heights, by the columns of a tile. */
  private void run(boolean runs, int most, int vectors, int row, int rowEnd, int column, int used) {
    int tiles = (rowEnd - row - 1) / most + 1;
    int low = (rowEnd - row) / tiles;
    int high = row + (rowEnd - row) % tiles * (low + 1);
    if (row < high) {
      run(UnpackedKernel.of(runs, low + 1).get(vectors - 1), row, high, column, used);
    }
    run(UnpackedKernel.of(runs, low).get(vectors - 1), high, rowEnd, column, used);
  }

  private void run(UnpackedKernel kernel, int row, int rowEnd, int column, int used) {
    var b = gemm.b();
    int[] k = gemm.kOffsets();
    kernel.run(
        false,
        gemm.a().from(row),
        rowEnd - row,
        k,
        new Gemm.KBlock(0, k.length, 0, gemm.run()),
        new Panel(b.data(), b.at(0) + column, distance, used),
        gemm.c().from(row).plus(column));
  }
}
