package io.cambric.kernels.simd.attention;

import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.gemm.Gemm;
import io.cambric.kernels.simd.gemm.MachineProfile;
import io.cambric.kernels.simd.gemm.PackedKernels;
import io.cambric.kernels.simd.gemm.Packing;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.OffsetTables;
import io.cambric.kernels.simd.micro.PlainMicroKernel;
import io.cambric.kernels.simd.micro.PlainMicroKernel.Positions;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;

/**
 * The products of attention tiles. Rows of A have a step, and so has k, so that a tile of scores
 * can be read in both orders. A machine that packs small operands packs A, and {@link
 * PackedKernels} computes them.
 */
final class ScoreGemm {

  /** Rows of a tile; all numbers of rows are multiples of it. */
  static final int ROWS = 8;

  /** Columns of a panel. */
  static final int COLUMNS = 2 * Species.LANES;

  private static final PackedKernels PACKED = MachineProfile.PACKED;

  private static final BlockLoops TILE =
      MicroKernelSpec.of(
              TileShape.of(ROWS, 2),
              new UnpackedA.Strided(),
              new AddressB.Panel(),
              new AddressC.Stepped())
          .loop();

  private ScoreGemm() {}

  /**
   * Multiplies {@code rows} rows by panels that are {@code panelStep} apart. Element (i, k) of A is
   * at {@code at + i * rowStep + k * kStep}, where one of the steps is 1. Rows of C are {@code
   * step} apart.
   */
  static void run(
      float[] a,
      int at,
      int rowStep,
      int kStep,
      int rows,
      int kSize,
      float[] b,
      int panel,
      int panelStep,
      int panels,
      float[] c,
      int step) {
    if (MachineProfile.here().packsSmallOperands()) {
      runPacked(a, at, rowStep, kStep, rows, kSize, b, panel, panelStep, panels, c, step);
      return;
    }
    boolean hot = TILE.isHot((long) rows * kSize * panels * COLUMNS);
    for (int p = 0; p < panels; p++) {
      int bStart = panel + p * panelStep;
      for (int i = 0; i < rows; i += ROWS) {
        int aStart = at + i * rowStep;
        int to = i * step + p * COLUMNS;
        if (hot) {
          tile(a, aStart, rowStep, kStep, kSize, b, bStart, c, to, step);
        } else {
          plainTile(a, aStart, rowStep, kStep, kSize, b, bStart, c, to, step);
        }
      }
    }
  }

  private static void tile(
      float[] a,
      int at,
      int rowStep,
      int kStep,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int to,
      int step) {
    try {
      TILE.handle().invokeExact(a, at, rowStep, kStep, kSize, b, panel, c, to, step);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private static void plainTile(
      float[] a,
      int at,
      int rowStep,
      int kStep,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int to,
      int step) {
    PlainMicroKernel.run(
        false,
        ROWS,
        COLUMNS,
        kSize,
        a,
        Positions.of(ROWS, at, rowStep),
        Positions.of(kSize, 0, kStep),
        b,
        Positions.of(kSize, panel, COLUMNS),
        c,
        Positions.of(ROWS, to, step));
  }

  /** Packs A first, so that tiles need few instructions to address both operands. */
  private static void runPacked(
      float[] a,
      int at,
      int rowStep,
      int kStep,
      int rows,
      int kSize,
      float[] b,
      int panel,
      int panelStep,
      int panels,
      float[] c,
      int step) {
    int[] outOffsets = OffsetTables.of(rows, step);
    int tile = ROWS * kSize;
    int tiles = PACKED.panels(rows);
    try (var scratch = new Scratch()) {
      float[] packed = scratch.floats(tiles * tile);
      if (rowStep == 1) {
        PACKED.pack(a, OffsetTables.of(kSize, kStep), 0, at, rows, rows, packed, kSize);
      } else {
        int[] rowOffsets = Gemm.rowTable(rows, rowStep);
        for (int t = 0; t < tiles; t++) {
          Packing.ALL.transpose(
              a, rowOffsets, t * PACKED.step(), ROWS, at, packed, t * tile, ROWS, kSize);
        }
      }
      for (int p = 0; p < panels; p++) {
        int bStart = panel + p * panelStep;
        PACKED.run(
            false, 0, rows, packed, kSize, b, bStart, COLUMNS, c, outOffsets, 0, p * COLUMNS);
      }
    }
  }
}
