package io.cambric.kernels.simd;

import java.util.List;

/**
 * Micro-kernels for packed operands where {@linkplain Species#FEW_REGISTERS registers are few}: 6x2
 * tiles, and 4x2 tiles for the remaining rows.
 *
 * <p>A packed micro-panel of A holds eight rows for each k and begins {@link Tiles6x2#ROWS} rows
 * after the panel before. A 6x2 tile therefore reads the first six rows of its panel. Only the last
 * panel of a row block, which 4x2 tiles read, uses all eight.
 */
final class Avx2MicroKernels {

  /** The most rows of a row block. */
  static final int MAX_ROWS = 4 * MicroKernels.UNIT;

  private static final int SIX = Tiles6x2.ROWS;
  private static final int PACK_MR = Packing.PACK_MR;
  private static final int HALF = PACK_MR / 2;
  private static final int NR = Packing.NR;

  /** An iteration of the 6x2 loop covers two values of k. */
  private static final int LENGTH = 2 * WarmUp.LOOPS;

  private static final int SAMPLE = LENGTH * Math.max(PACK_MR, NR);

  static final Avx2MicroKernels ALL = new Avx2MicroKernels();

  private final BlockLoops store6x2 = loop(Tiles6x2.class, "store", 1);
  private final BlockLoops add6x2 = loop(Tiles6x2.class, "add", 1);
  private final BlockLoops store4x2 = loop(Tiles4x2.class, "store", 2);
  private final BlockLoops add4x2 = loop(Tiles4x2.class, "add", 2);
  private final BlockLoops extend4x2 = loop(Tiles4x2.class, "extend", 2);
  private final BlockLoops extend6x2 =
      new BlockLoops(
          Tiles6x2.class,
          "extend",
          new float[SAMPLE],
          0,
          WarmUp.LOOPS,
          PACK_MR,
          new float[SAMPLE],
          0,
          new float[SAMPLE],
          OffsetTables.upTo(1, 0, WarmUp.LOOPS * SIX),
          0,
          0);

  private Avx2MicroKernels() {}

  private static BlockLoops loop(Class<?> owner, String name, int count) {
    return new BlockLoops(
        owner,
        name,
        new float[SAMPLE],
        0,
        count,
        SAMPLE,
        LENGTH,
        new float[SAMPLE],
        0,
        new float[SAMPLE],
        OffsetTables.padded(PACK_MR, NR, PACK_MR),
        0,
        0);
  }

  /** {@return all loops, for warm-up} */
  List<BlockLoops> loops() {
    return List.of(store6x2, add6x2, store4x2, add4x2, extend4x2, extend6x2);
  }

  /**
   * {@return how many 6x2 tiles a row block has} The remaining rows are cheapest in 4x2 tiles. A
   * remainder that two of them fill takes the place of the last 6x2 tile.
   */
  private static int count6x2(int height) {
    int rest = height % SIX;
    if (rest > HALF) {
      return height / SIX + 1;
    }
    boolean two4x2 = rest > 0 && rest <= PACK_MR - SIX && height > SIX;
    return two4x2 ? height / SIX - 1 : height / SIX;
  }

  /** {@return how many 4x2 tiles follow the 6x2 tiles} */
  private static int count4x2(int height) {
    return Math.max(0, height - count6x2(height) * SIX + HALF - 1) / HALF;
  }

  /** {@return how many rows the tiles of a row block of {@code height} rows compute} */
  static int computed(int height) {
    return count6x2(height) * SIX + count4x2(height) * HALF;
  }

  /**
   * {@return whether a product of {@code kSize} values of k can be added to C}
   *
   * <p>Only even sizes can: the 6x2 loop takes two values of k. A separate loop writes the last of
   * an odd number to memory.
   */
  static boolean canAdd(int kSize) {
    return kSize % 2 == 0;
  }

  /** {@return the packed micro-panels of a row block} */
  static int tiles(int height) {
    return count6x2(height) + (count4x2(height) + 1) / 2;
  }

  /**
   * Accumulates: computes {@code C += A * B} for whole micro-panels of eight rows. The sums begin
   * with the values of C, which hold the products of earlier values of k.
   *
   * @param height rows of A and C
   */
  void extend(
      int height, float[] a, int kSize, float[] b, float[] c, int[] outOffsets, int column) {
    int tile = kSize * PACK_MR;
    if (extend4x2.isHot((long) tile * height)) {
      run(extend4x2, a, 0, height / HALF, tile, kSize, b, 0, c, outOffsets, 0, column);
      return;
    }
    for (int i = 0; i < height; i++) {
      int at = i / PACK_MR * tile + i % PACK_MR;
      int to = outOffsets[i] + column;
      for (int k = 0; k < kSize; k++) {
        float x = a[at + k * PACK_MR];
        for (int j = 0; j < NR; j++) {
          c[to + j] = Math.fma(x, b[k * NR + j], c[to + j]);
        }
      }
    }
  }

  /**
   * Multiplies a row block of A by a panel of B. The tiles store {@link #computed} rows: more than
   * {@code height} if tiles do not divide it.
   *
   * @param at where the packed row block begins
   * @param add whether to add to C instead of storing; only where {@link #canAdd} allows it
   */
  void run(
      int height,
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int row,
      int column,
      boolean add) {
    int count6x2 = count6x2(height);
    int count4x2 = count4x2(height);
    int tile = kSize * PACK_MR;
    int rest = at + count6x2 * tile;
    int below = row + count6x2 * SIX;
    long points = (long) tile * height;
    // All loops are requested at once, so that they are compiled together and not one after
    // another.
    boolean hot =
        store6x2.isHot(points)
            & add6x2.isHot(points)
            & (kSize % 2 == 0 || extend6x2.isHot(points))
            & store4x2.isHot(points)
            & add4x2.isHot(points);
    if (!hot) {
      for (int t = 0; t < count6x2; t++) {
        int to = row + t * SIX;
        int from = at + t * tile;
        MicroKernels.plainTile(SIX, a, from, kSize, b, panel, NR, c, outOffsets, to, column, add);
      }
      MicroKernels.plainTile(
          count4x2 * HALF, a, rest, kSize, b, panel, NR, c, outOffsets, below, column, add);
      return;
    }
    if (count6x2 > 0) {
      var loop = add ? add6x2 : store6x2;
      int even = kSize - kSize % 2;
      run(loop, a, at, count6x2, tile, even, b, panel, c, outOffsets, row, column);
      if (even < kSize) {
        int last = at + even * PACK_MR;
        extend6x2(a, last, count6x2, tile, b, panel + even * NR, c, outOffsets, row, column);
      }
    }
    if (count4x2 > 0) {
      var loop = add ? add4x2 : store4x2;
      run(loop, a, rest, count4x2, tile, kSize, b, panel, c, outOffsets, below, column);
    }
  }

  private void extend6x2(
      float[] a,
      int at,
      int count,
      int apart,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int row,
      int column) {
    try {
      extend6x2.handle().invokeExact(a, at, count, apart, b, panel, c, outOffsets, row, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private static void run(
      BlockLoops loop,
      float[] a,
      int at,
      int count,
      int apart,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int row,
      int column) {
    try {
      loop.handle().invokeExact(a, at, count, apart, kSize, b, panel, c, outOffsets, row, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }
}
