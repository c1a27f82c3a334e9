package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.Rows;
import io.cambric.kernels.simd.jit.Species;

/**
 * The result C of a {@link Gemm}, for tiles that cannot store into it directly. Such a tile has
 * more rows or columns than are left, or the columns of C are not adjacent.
 */
record ResultC(Gemm gemm) {

  private static final Packing CODE = Packing.ALL;

  /** Rows that are transposed at once, which fill the tiles of the transposition. */
  private static final int TOGETHER = Math.max(Packing.PACK_MR, Species.LANES);

  /**
   * Loads values of C into rows of tiles, which continue the sums.
   *
   * @param row first row of C
   * @param height rows
   * @param used columns
   */
  void load(Rows tiles, int row, int height, int column, int used) {
    float[] out = gemm.c().data();
    int step = gemm.outStep();
    for (int i = 0; i < height; i++) {
      int from = gemm.c().at(row + i) + column * step;
      int to = tiles.at(i);
      for (int j = 0; j < used; j++) {
        tiles.data()[to + j] = out[from + j * step];
      }
    }
  }

  /** Stores rows of tiles, with the parameters of {@link #load}. */
  void store(Rows tiles, int row, int height, int column, int used) {
    int step = gemm.outStep();
    var out = gemm.c().from(row).plus(column * step);
    if (step == 1) {
      CODE.store(tiles.data(), out, used, height);
      return;
    }
    for (int i = 0; i < height; i += TOGETHER) {
      int rows = Math.min(TOGETHER, height - i);
      if (rows == TOGETHER && OperandA.together(out.from(i), TOGETHER) == TOGETHER) {
        CODE.transpose(tiles.from(i), TOGETHER, out.data(), out.at(i), step, used);
      } else {
        scatter(tiles.from(i), out.from(i), rows, step, used);
      }
    }
  }

  private static void scatter(Rows tiles, Rows out, int height, int step, int used) {
    for (int i = 0; i < height; i++) {
      for (int j = 0; j < used; j++) {
        out.data()[out.at(i) + j * step] = tiles.data()[tiles.at(i) + j];
      }
    }
  }
}
