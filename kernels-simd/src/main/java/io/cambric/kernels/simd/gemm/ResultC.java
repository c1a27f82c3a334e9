package io.cambric.kernels.simd.gemm;

/**
 * The result C of a {@link Gemm} where tiles cannot store into it: because they have more rows or
 * columns than are left, or because its columns are not adjacent.
 *
 * @param tileRows positions of the rows of tiles
 */
record ResultC(Gemm gemm, int[] tileRows) {

  private static final Packing CODE = Packing.ALL;
  private static final int PACK_MR = Packing.PACK_MR;

  /** Loads the values of C into rows of tiles, which continue them. */
  void load(float[] tile, int row, int height, int column, int used) {
    float[] out = gemm.out();
    int step = gemm.outStep();
    for (int i = 0; i < height; i++) {
      int from = gemm.outStart() + gemm.outOffsets()[row + i] + column * step;
      int to = tileRows[i];
      if (step == 1) {
        System.arraycopy(out, from, tile, to, used);
        continue;
      }
      for (int j = 0; j < used; j++) {
        tile[to + j] = out[from + j * step];
      }
    }
  }

  /** Stores rows of tiles. */
  void store(float[] tile, int row, int height, int column, int used) {
    if (gemm.outStep() == 1) {
      int to = gemm.outStart() + column;
      CODE.store(tile, gemm.out(), gemm.outOffsets(), row, to, used, height);
      return;
    }
    for (int i = 0; i < height; i += PACK_MR) {
      int rows = Math.min(PACK_MR, height - i);
      if (rows == PACK_MR && OperandA.areTogether(gemm.outOffsets(), row + i)) {
        int step = gemm.outStep();
        int to = gemm.outStart() + gemm.outOffsets()[row + i] + column * step;
        CODE.transpose(tile, tileRows, i, PACK_MR, 0, gemm.out(), to, step, used);
      } else {
        scatter(tile, i, row + i, rows, column, used);
      }
    }
  }

  private void scatter(float[] tile, int tileRow, int row, int height, int column, int used) {
    float[] out = gemm.out();
    for (int i = 0; i < height; i++) {
      int to = gemm.outStart() + gemm.outOffsets()[row + i];
      for (int j = 0; j < used; j++) {
        int at = to + (column + j) * gemm.outStep();
        out[at] = tile[tileRows[tileRow + i] + j];
      }
    }
  }
}
