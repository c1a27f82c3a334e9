package io.cambric.kernels.simd;

import java.util.ArrayList;
import java.util.List;

/**
 * Micro-kernels for packed operands: multiply a row block of A by a panel of B. A row block is an
 * 8x2 tile, or a 12x2 tile where the machine has enough registers.
 *
 * <p>Two 12x2 tiles share a micro-panel of A between them, since panels hold eight rows. Where
 * registers are few, {@link Avx2MicroKernels} does the work.
 */
final class MicroKernels {

  /** Rows that fill both whole row blocks and whole micro-panels. */
  static final int UNIT = 3 * Packing.PACK_MR;

  /** The most rows of a row block. */
  static final int MAX_ROWS =
      Species.FEW_REGISTERS
          ? Avx2MicroKernels.MAX_ROWS
          : Species.LANES == 16 ? 12 : Packing.PACK_MR;

  /** Rows from one packed micro-panel to the next. */
  static final int STEP = Species.FEW_REGISTERS ? Tiles6x2.ROWS : Packing.PACK_MR;

  private static final int PACK_MR = Packing.PACK_MR;
  private static final int HALF = PACK_MR / 2;
  private static final Packing CODE = Packing.ALL;
  private static final int NR = Packing.NR;
  private static final int LENGTH = WarmUp.LOOPS;
  private static final int SAMPLE = LENGTH * Math.max(PACK_MR, NR);

  static final MicroKernels ALL = new MicroKernels();

  private final BlockLoops tile8x2 = loop("tile8x2", 0, LENGTH);
  private final BlockLoops tile4x2 = loop("tile4x2", 0, LENGTH);
  private final BlockLoops tile12x2 = loop("tile12x2", 0, 0, LENGTH);

  private MicroKernels() {}

  private static BlockLoops loop(String name, Object... positions) {
    var sample = new ArrayList<Object>();
    sample.add(new float[SAMPLE]);
    sample.addAll(List.of(positions));
    sample.addAll(List.of(new float[SAMPLE], 0, NR));
    sample.addAll(List.of(new float[SAMPLE], OffsetTables.padded(MAX_ROWS, NR, PACK_MR), 0));
    sample.addAll(List.of(0, 0).subList(0, positions.length - 1));
    return new BlockLoops(PackedATiles.class, name, sample.toArray());
  }

  /** {@return all loops that this machine uses, for warm-up} */
  List<BlockLoops> loops() {
    if (Species.FEW_REGISTERS) {
      return Avx2MicroKernels.ALL.loops();
    }
    return MAX_ROWS > PACK_MR ? List.of(tile8x2, tile4x2, tile12x2) : List.of(tile8x2, tile4x2);
  }

  /** {@return how many rows the tiles compute for {@code count} rows} */
  static int computed(int count) {
    return Species.FEW_REGISTERS
        ? Avx2MicroKernels.computed(count)
        : (count + HALF - 1) / HALF * HALF;
  }

  /** {@return how many micro-panels {@code count} rows are packed in} */
  static int tiles(int count) {
    return Species.FEW_REGISTERS ? Avx2MicroKernels.tiles(count) : (count + PACK_MR - 1) / PACK_MR;
  }

  /**
   * Packs micro-panels of rows that are adjacent for each k.
   *
   * @param at positions of k, from index {@code first} on, to which {@code offset} is added
   * @param count rows
   * @param together the number of adjacent rows, from the first row on
   * @param n values of k
   * @return the number of packed micro-panels: all of them if all rows are adjacent. A last one
   *     that is not full is left out where vectors are longer than a micro-panel.
   */
  static int pack(
      float[] source,
      int[] at,
      int first,
      int offset,
      int count,
      int together,
      float[] packed,
      int n) {
    int tiles = tiles(count);
    int done = together < PACK_MR ? 0 : Math.min(tiles, (together - PACK_MR) / STEP + 1);
    CODE.rows(source, at, first, offset, packed, 0, done, STEP, n);
    if (together == count && Species.LANES <= PACK_MR) {
      for (; done < tiles; done++) {
        int row = done * STEP;
        CODE.part(
            source, at, first, offset + row, packed, done * PACK_MR * n, PACK_MR, count - row, n);
      }
    }
    return done;
  }

  /**
   * {@return whether a product of {@code kSize} values of k can be added to C} Otherwise it is
   * stored in a tile first, and added from there.
   */
  static boolean canAdd(int kSize) {
    return Species.FEW_REGISTERS && Avx2MicroKernels.canAdd(kSize);
  }

  /**
   * {@return whether the tiles of a row block store its rows only, so that they can store into C}
   */
  static boolean isWhole(int first, int height) {
    if (Species.FEW_REGISTERS) {
      return Avx2MicroKernels.computed(height) == height;
    }
    return height == MAX_ROWS || height == HALF || (height == PACK_MR && first % PACK_MR == 0);
  }

  /**
   * Multiplies a row block by a panel. Stores whole or half tiles, so more rows than {@code height}
   * if the row block is not {@linkplain #isWhole whole}.
   *
   * @param first the first row of the row block within the packed block, at the start or the middle
   *     of a micro-panel
   * @param height rows of the row block, up to {@link #MAX_ROWS}, or up to a tile
   * @param step distance in the panel from one k to the next
   * @param add whether to add to C, only where {@link #canAdd} allows it
   */
  void run(
      int first,
      int height,
      float[] a,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
      int row,
      int column,
      boolean add) {
    if (Species.FEW_REGISTERS) {
      Avx2MicroKernels.ALL.run(
          height, a, first * kSize, kSize, b, panel, c, outOffsets, row, column, add);
      return;
    }
    int part = first % PACK_MR;
    int at = first / PACK_MR * PACK_MR * kSize + part;
    int next = at - part + PACK_MR * kSize;
    int whole = PACK_MR - part;
    if (height <= whole) {
      runTile(height, a, at, kSize, b, panel, step, c, outOffsets, row, column);
    } else if (!tile12x2.isHot((long) kSize * NR * MAX_ROWS)) {
      runTile(whole, a, at, kSize, b, panel, step, c, outOffsets, row, column);
      runTile(height - whole, a, next, kSize, b, panel, step, c, outOffsets, row + whole, column);
    } else if (part == 0) {
      run12x2(a, at, next, kSize, b, panel, step, c, outOffsets, row, row + PACK_MR, column);
    } else {
      run12x2(a, next, at, kSize, b, panel, step, c, outOffsets, row + HALF, row, column);
    }
  }

  private void run12x2(
      float[] a,
      int at,
      int second,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
      int row,
      int outSecond,
      int column) {
    try {
      tile12x2
          .handle()
          .invokeExact(a, at, second, kSize, b, panel, step, c, outOffsets, row, outSecond, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void runTile(
      int height,
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
      int row,
      int column) {
    var loop = height > HALF ? tile8x2 : tile4x2;
    if (!loop.isHot((long) kSize * NR * PACK_MR)) {
      plainTile(height, a, at, kSize, b, panel, step, c, outOffsets, row, column, false);
      return;
    }
    try {
      loop.handle().invokeExact(a, at, kSize, b, panel, step, c, outOffsets, row, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  /** The same sums in the same order, row by row. */
  static void plainTile(
      int height,
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
      int row,
      int column,
      boolean add) {
    for (int i = 0; i < height; i++) {
      float[] sums = new float[NR];
      for (int k = 0; k < kSize; k++) {
        float x = a[at + k * PACK_MR + i];
        int q = panel + k * step;
        for (int j = 0; j < NR; j++) {
          sums[j] = Math.fma(x, b[q + j], sums[j]);
        }
      }
      int to = outOffsets[row + i] + column;
      for (int j = 0; j < NR; j++) {
        c[to + j] = add ? c[to + j] + sums[j] : sums[j];
      }
    }
  }
}
