package io.cambric.kernels.simd;

import io.cambric.kernel.block.Scratch;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * The products of attention tiles, by {@link ScoreTiles}. Where {@linkplain Species#FEW_REGISTERS
 * registers are few}, {@link Avx2MicroKernels} computes them.
 */
final class ScoreGemm {

  /** Rows of a tile; all numbers of rows are multiples of it. */
  static final int ROWS = 8;

  /** Columns of a panel. */
  static final int COLUMNS = 2 * Species.LANES;

  private static final int STEP = MicroKernels.STEP;
  private static final int SAMPLE_K = WarmUp.LOOPS;

  private static final MethodHandle TILE = VectorLoop.of(ScoreTiles.class, "tile8x2");

  /**
   * The JIT does not see through a handle in an instance field, so it compiles the tile separately.
   */
  private static final ScoreGemm CODE = new ScoreGemm();

  private final MethodHandle handle = TILE;

  private final WarmUp warmUp = new WarmUp("ScoreGemm", sample());

  private ScoreGemm() {}

  private Runnable sample() {
    float[] a = new float[ROWS * SAMPLE_K];
    float[] b = new float[SAMPLE_K * COLUMNS];
    float[] c = new float[ROWS * COLUMNS];
    return () -> {
      tile(a, 0, SAMPLE_K, 1, SAMPLE_K, b, 0, c, 0, COLUMNS);
      tile(a, 0, 1, ROWS, SAMPLE_K, b, 0, c, 0, COLUMNS);
    };
  }

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
    if (Species.FEW_REGISTERS) {
      runPacked(a, at, rowStep, kStep, rows, kSize, b, panel, panelStep, panels, c, step);
      return;
    }
    boolean hot = CODE.warmUp.isHot((long) rows * kSize * panels * COLUMNS);
    for (int p = 0; p < panels; p++) {
      int bStart = panel + p * panelStep;
      for (int i = 0; i < rows; i += ROWS) {
        int aStart = at + i * rowStep;
        int to = i * step + p * COLUMNS;
        if (hot) {
          CODE.tile(a, aStart, rowStep, kStep, kSize, b, bStart, c, to, step);
        } else {
          twin(a, aStart, rowStep, kStep, kSize, b, bStart, c, to, step);
        }
      }
    }
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
    int tiles = MicroKernels.tiles(rows);
    try (var scratch = new Scratch()) {
      float[] packed = scratch.floats(tiles * tile);
      if (rowStep == 1) {
        MicroKernels.pack(a, OffsetTables.of(kSize, kStep), 0, at, rows, rows, packed, kSize);
      } else {
        int[] rowOffsets = Gemm.rowTable(rows, rowStep);
        for (int t = 0; t < tiles; t++) {
          Packing.ALL.transpose(a, rowOffsets, t * STEP, ROWS, at, packed, t * tile, ROWS, kSize);
        }
      }
      for (int p = 0; p < panels; p++) {
        int bStart = panel + p * panelStep;
        Avx2MicroKernels.ALL.run(
            rows, packed, 0, kSize, b, bStart, c, outOffsets, 0, p * COLUMNS, false);
      }
    }
  }

  private void tile(
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
      handle.invokeExact(a, at, rowStep, kStep, kSize, b, panel, c, to, step);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  /** The plain twin of {@link ScoreTiles}: the same sums in the same order. */
  private static void twin(
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
    float[] sums = new float[COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      Arrays.fill(sums, 0f);
      for (int k = 0; k < kSize; k++) {
        float x = a[at + i * rowStep + k * kStep];
        int q = panel + k * COLUMNS;
        for (int j = 0; j < COLUMNS; j++) {
          sums[j] = Math.fma(x, b[q + j], sums[j]);
        }
      }
      System.arraycopy(sums, 0, c, to + i * step, COLUMNS);
    }
  }
}
