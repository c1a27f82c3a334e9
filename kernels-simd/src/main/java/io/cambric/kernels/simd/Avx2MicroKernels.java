package io.cambric.kernels.simd;

import java.util.List;

/**
 * Multiplies lots of packed rows by a packed panel where {@linkplain Species#FEW_REGISTERS
 * registers are few}, in tiles of six rows, and of four for what is left.
 *
 * <p>A packed tile has eight rows side by side at each depth and begins {@link Tiles6x2#ROWS} rows
 * behind the one before; only of a last one more than six are used.
 */
final class Avx2MicroKernels {

  /** Most rows of a lot. */
  static final int ROWS = 4 * MicroKernels.UNIT;

  private static final int SIX = Tiles6x2.ROWS;
  private static final int TILE = Packing.ROWS;
  private static final int HALF = TILE / 2;
  private static final int COLUMNS = Packing.COLUMNS;

  /** A turn of the loop over six rows takes two depths. */
  private static final int LENGTH = 2 * WarmUp.LOOPS;

  private static final int SAMPLE = LENGTH * Math.max(TILE, COLUMNS);

  static final Avx2MicroKernels ALL = new Avx2MicroKernels();

  private final BlockLoops storeSixes = loop(Tiles6x2.class, "store", 1);
  private final BlockLoops addSixes = loop(Tiles6x2.class, "add", 1);
  private final BlockLoops storeFours = loop(Tiles4x2.class, "store", 2);
  private final BlockLoops addFours = loop(Tiles4x2.class, "add", 2);
  private final BlockLoops extendFours = loop(Tiles4x2.class, "extend", 2);
  private final BlockLoops extendSixes =
      new BlockLoops(
          Tiles6x2.class,
          "extend",
          new float[SAMPLE],
          0,
          WarmUp.LOOPS,
          TILE,
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
        OffsetTables.padded(TILE, COLUMNS, TILE),
        0,
        0);
  }

  /** {@return all loops} */
  List<BlockLoops> loops() {
    return List.of(storeSixes, addSixes, storeFours, addFours, extendFours, extendSixes);
  }

  /** {@return how many tiles of six rows a lot has: what is left is best done by fours} */
  private static int sixes(int height) {
    int rest = height % SIX;
    if (rest > HALF) {
      return height / SIX + 1;
    }
    boolean twoFours = rest > 0 && rest <= TILE - SIX && height > SIX;
    return twoFours ? height / SIX - 1 : height / SIX;
  }

  /** {@return how many tiles of four rows follow those of six} */
  private static int fours(int height) {
    return Math.max(0, height - sixes(height) * SIX + HALF - 1) / HALF;
  }

  /** {@return how many rows are computed for {@code height} that are needed} */
  static int computed(int height) {
    return sixes(height) * SIX + fours(height) * HALF;
  }

  /**
   * {@return whether a lot of so many depths can be added to what is there} The sum at the last one
   * of an odd number is not made in registers.
   */
  static boolean canAdd(int kSize) {
    return kSize % 2 == 0;
  }

  /** {@return the packed tiles of a lot} */
  static int tiles(int height) {
    return sixes(height) + (fours(height) + 1) / 2;
  }

  /**
   * Multiplies whole packed tiles of eight rows by a panel, and begins with the sums that are there
   * of earlier depths.
   *
   * @param height rows
   */
  void extend(int height, float[] a, int kSize, float[] b, float[] c, int[] outAt, int column) {
    int tile = kSize * TILE;
    if (extendFours.isHot((long) tile * height)) {
      run(extendFours, a, 0, height / HALF, tile, kSize, b, 0, c, outAt, 0, column);
      return;
    }
    for (int i = 0; i < height; i++) {
      int at = i / TILE * tile + i % TILE;
      int to = outAt[i] + column;
      for (int k = 0; k < kSize; k++) {
        float x = a[at + k * TILE];
        for (int j = 0; j < COLUMNS; j++) {
          c[to + j] = Math.fma(x, b[k * COLUMNS + j], c[to + j]);
        }
      }
    }
  }

  /**
   * Multiplies a lot by a panel. Stores {@link #computed} rows, so more if the lot has others, or
   * adds them to what is there.
   *
   * @param at where the lot begins
   * @param add only where it {@linkplain #canAdd can}
   */
  void run(
      int height,
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int[] outAt,
      int row,
      int column,
      boolean add) {
    int sixes = sixes(height);
    int fours = fours(height);
    int tile = kSize * TILE;
    int rest = at + sixes * tile;
    int below = row + sixes * SIX;
    long points = (long) tile * height;
    // All are asked for at once: one after the other would take longer to be compiled.
    boolean hot =
        storeSixes.isHot(points)
            & addSixes.isHot(points)
            & (kSize % 2 == 0 || extendSixes.isHot(points))
            & storeFours.isHot(points)
            & addFours.isHot(points);
    if (!hot) {
      for (int t = 0; t < sixes; t++) {
        int to = row + t * SIX;
        int from = at + t * tile;
        MicroKernels.plainTile(SIX, a, from, kSize, b, panel, COLUMNS, c, outAt, to, column, add);
      }
      MicroKernels.plainTile(
          fours * HALF, a, rest, kSize, b, panel, COLUMNS, c, outAt, below, column, add);
      return;
    }
    if (sixes > 0) {
      var loop = add ? addSixes : storeSixes;
      int even = kSize - kSize % 2;
      run(loop, a, at, sixes, tile, even, b, panel, c, outAt, row, column);
      if (even < kSize) {
        int last = at + even * TILE;
        extendSixes(a, last, sixes, tile, b, panel + even * COLUMNS, c, outAt, row, column);
      }
    }
    if (fours > 0) {
      var loop = add ? addFours : storeFours;
      run(loop, a, rest, fours, tile, kSize, b, panel, c, outAt, below, column);
    }
  }

  private void extendSixes(
      float[] a,
      int at,
      int count,
      int apart,
      float[] b,
      int panel,
      float[] c,
      int[] outAt,
      int row,
      int column) {
    try {
      extendSixes.handle().invokeExact(a, at, count, apart, b, panel, c, outAt, row, column);
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
      int[] outAt,
      int row,
      int column) {
    try {
      loop.handle().invokeExact(a, at, count, apart, kSize, b, panel, c, outAt, row, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }
}
