package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.PackedKernels.Panel;
import io.cambric.kernels.simd.jit.Species;
import org.jspecify.annotations.Nullable;

/**
 * A product that packs no operand, because its few rows or its small operands do not repay it.
 *
 * <p>Rows are divided evenly among tiles, so that no tile has rows to spare. A tile has as many
 * vectors of columns as registers allow. Last columns that fill no vector are computed together
 * with some before them, a second time.
 *
 * @param distance from one row of B to the next
 */
record UnpackedGemm(Gemm gemm, int distance) {

  private static final int LANES = Species.LANES;

  /** Wide tiles of one task. */
  private static final int CHUNK = 4;

  /** Multiplications that justify another thread. */
  private static final int GRAIN = 1 << 16;

  /** Rows of a tile if each has an address of its own. */
  private static final int RUN_ROWS = MachineProfile.here().unpackedTileRows(true);

  /** The most rows of a product. */
  private static final int MOST_ROWS = MachineProfile.here().unpackedProductRows();

  /** Elements of A, where it has more than one tile of rows: all vectors of B read them. */
  private static final int MOST_OF_A = 1 << 16;

  /** {@return the product, or null if packing its operands is faster} */
  static @Nullable UnpackedGemm of(Gemm gemm) {
    int rows = gemm.rows();
    boolean isSmall = rows <= RUN_ROWS || rows <= MOST_ROWS && gemm.kSize() <= MOST_OF_A / rows;
    boolean areVectors = gemm.bStep() == 1 && gemm.outStep() == 1 && gemm.columns() >= LANES;
    int distance = isSmall && areVectors ? OperandB.distance(gemm) : 0;
    return distance > 0 ? new UnpackedGemm(gemm, distance) : null;
  }

  void compute(boolean parallel) {
    boolean runs = gemm.run() > 1;
    int most = MachineProfile.here().unpackedTileRows(runs);
    int tiles = (gemm.rows() - 1) / most + 1;
    int low = gemm.rows() / tiles;
    int high = gemm.rows() % tiles * (low + 1);
    int chunk = CHUNK * LANES * UnpackedKernel.of(runs, low).size();
    int chunks = (gemm.columns() - 1) / chunk + 1;
    long work = Math.max(1, (long) gemm.rows() * chunk * gemm.kSize());
    Parallel.forRange(
        chunks,
        parallel ? (int) Math.max(1, GRAIN / work) : chunks,
        (from, to) -> {
          int end = Math.min(to * chunk, gemm.columns());
          run(runs, low + 1, 0, high, from * chunk, end);
          run(runs, low, high, gemm.rows(), from * chunk, end);
        });
  }

  /** Multiplies some rows, which tiles of one height divide, by some columns. */
  private void run(boolean runs, int height, int row, int rowEnd, int column, int end) {
    if (row == rowEnd) {
      return;
    }
    var kernels = UnpackedKernel.of(runs, height);
    for (int at = column; at < end; ) {
      int vectors = Math.min(kernels.size(), (end - at) / LANES);
      var kernel = kernels.get(Math.max(1, vectors) - 1);
      int first = Math.min(at, end - kernel.columns());
      run(kernel, row, rowEnd, first);
      at = first + kernel.columns();
    }
  }

  private void run(UnpackedKernel kernel, int row, int rowEnd, int column) {
    var b = gemm.b();
    int[] k = gemm.kOffsets();
    kernel.run(
        false,
        gemm.a().from(row),
        rowEnd - row,
        k,
        new Gemm.KBlock(0, k.length, 0, gemm.run()),
        new Panel(b.data(), b.at(0) + column, distance, kernel.columns()),
        gemm.c().from(row).plus(column));
  }
}
