package io.cambric.kernels.simd.attention;

import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.gemm.MachineProfile;
import io.cambric.kernels.simd.gemm.PackedKernels;
import io.cambric.kernels.simd.gemm.PackedKernels.Panel;
import io.cambric.kernels.simd.gemm.Packing;
import io.cambric.kernels.simd.jit.Species;

/**
 * The products of attention tiles. Operand A is packed first, which leaves tiles few instructions
 * to address both operands.
 */
final class ScoreGemm {

  /** Rows of a tile; every number of rows is a multiple of it. */
  static final int ROWS = Packing.PACK_MR;

  /** Columns of a panel. */
  static final int COLUMNS = 2 * Species.LANES;

  private static final PackedKernels PACKED = MachineProfile.PACKED;

  private ScoreGemm() {}

  /**
   * The operand A: element (i, k) is at {@code at + i * rowStep + k * kStep}, where one of the
   * steps is 1. A tile of scores can thus be read in either order.
   */
  record Matrix(float[] data, int at, int rows, int rowStep, int kSize, int kStep) {

    /** {@return contiguous rows} */
    static Matrix of(float[] data, int at, int rows, int columns) {
      return new Matrix(data, at, rows, columns, columns, 1);
    }

    /** {@return the transpose of a matrix with contiguous rows} */
    static Matrix transposed(float[] data, int rows, int columns) {
      return new Matrix(data, 0, columns, 1, rows, columns);
    }

    private void pack(float[] packed) {
      if (rowStep == 1) {
        PACKED.pack(Rows.of(data, at, kSize, kStep), rows, rows, packed, kSize);
        return;
      }
      // The last panel may begin before the remaining rows, and end behind them.
      var source = new Rows(data, OffsetTables.upTo(rows, rowStep, rows + ROWS), 0, at);
      for (int t = 0; t < PACKED.panels(rows); t++) {
        var panel = source.from(t * PACKED.step());
        Packing.ALL.transpose(panel, ROWS, packed, t * ROWS * kSize, ROWS, kSize);
      }
    }
  }

  /**
   * Panels of the operand B.
   *
   * @param step distance of the panels
   */
  record Panels(float[] data, int at, int step, int count) {}

  /** Multiplies, into contiguous rows. */
  static void run(Matrix a, Panels b, float[] c) {
    try (var scratch = new Scratch()) {
      float[] packed = scratch.floats(PACKED.panels(a.rows) * ROWS * a.kSize + COLUMNS);
      a.pack(packed);
      var rows = Rows.of(c, 0, a.rows, b.count * COLUMNS);
      for (int p = 0; p < b.count; p++) {
        var panel = Panel.packed(b.data, b.at + p * b.step);
        PACKED.run(false, a.rows, packed, a.kSize, panel, rows.plus(p * COLUMNS));
      }
    }
  }
}
