package io.cambric.kernels.simd;

import java.util.List;

/**
 * Multiplies lots of packed rows by a packed panel where {@linkplain Species#FEW_REGISTERS
 * registers are few}, in tiles of six rows, and of four for what is left. As each vector of the
 * panel serves for few rows, the panel has to come from the first cache: all rows of a lot go by
 * before the next depths.
 *
 * <p>A packed tile has eight rows side by side at each depth and begins {@link SixTiles#ROWS} rows
 * behind the one before; only of a last one more than six are used.
 */
final class LowLots {

  /** Most rows of a lot. */
  static final int ROWS = 4 * PackedLots.UNIT;

  /** Depths of a panel that leave room in the first cache for the tiles that go by. */
  private static final int STAYING = 320;

  private static final int SIX = SixTiles.ROWS;
  private static final int TILE = PackedCode.ROWS;
  private static final int HALF = TILE / 2;
  private static final int COLUMNS = PackedCode.COLUMNS;
  private static final int LENGTH = WarmUp.LOOPS;
  private static final int SAMPLE = LENGTH * Math.max(TILE, COLUMNS);

  static final LowLots ALL = new LowLots();

  private final BlockLoops firstSixes = loop(SixTiles.class, "first", 1);
  private final BlockLoops laterSixes = loop(SixTiles.class, "later", 1);
  private final BlockLoops firstFours = loop(LowTiles.class, "first", 2);
  private final BlockLoops laterFours = loop(LowTiles.class, "later", 2);

  private LowLots() {}

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
        Steps.padded(TILE, COLUMNS, TILE),
        0,
        0);
  }

  /** {@return all loops} */
  List<BlockLoops> loops() {
    return List.of(firstSixes, laterSixes, firstFours, laterFours);
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

  /** {@return the packed tiles of a lot} */
  static int tiles(int height) {
    return sixes(height) + (fours(height) + 1) / 2;
  }

  /**
   * Adds the product of whole packed tiles of eight rows and a panel to what is there.
   *
   * @param height rows
   */
  void add(int height, float[] a, int depth, float[] b, float[] c, int[] outAt, int column) {
    int tile = depth * TILE;
    if (laterFours.isHot((long) tile * height)) {
      run(laterFours, a, 0, height / HALF, tile, depth, b, 0, c, outAt, 0, column);
      return;
    }
    for (int i = 0; i < height; i++) {
      int at = i / TILE * tile + i % TILE;
      int to = outAt[i] + column;
      for (int k = 0; k < depth; k++) {
        float x = a[at + k * TILE];
        for (int j = 0; j < COLUMNS; j++) {
          c[to + j] = Math.fma(x, b[k * COLUMNS + j], c[to + j]);
        }
      }
    }
  }

  /**
   * Multiplies a lot by a panel. Stores {@link #computed} rows, so more if the lot has others.
   *
   * @param at where the lot begins
   */
  void run(
      int height,
      float[] a,
      int at,
      int depth,
      float[] b,
      int panel,
      float[] c,
      int[] outAt,
      int row,
      int column) {
    int sixes = sixes(height);
    int tile = depth * TILE;
    int rest = at + sixes * tile;
    int below = row + sixes * SIX;
    int fours = fours(height);
    long points = (long) tile * height;
    boolean hot =
        firstSixes.isHot(points)
            & laterSixes.isHot(points)
            & firstFours.isHot(points)
            & laterFours.isHot(points);
    if (!hot) {
      for (int t = 0; t < sixes; t++) {
        int to = row + t * SIX;
        PackedLots.plainTile(SIX, a, at + t * tile, depth, b, panel, COLUMNS, c, outAt, to, column);
      }
      PackedLots.plainTile(
          fours * HALF, a, rest, depth, b, panel, COLUMNS, c, outAt, below, column);
      return;
    }
    int pieces = (depth - 1) / STAYING + 1;
    // An even number, as two depths make a turn.
    int piece = ((depth - 1) / pieces + 2) / 2 * 2;
    for (int k = 0; k < depth; k += piece) {
      int n = Math.min(piece, depth - k);
      int from = k * TILE;
      int q = panel + k * COLUMNS;
      if (sixes > 0) {
        var loop = k == 0 ? firstSixes : laterSixes;
        run(loop, a, at + from, sixes, tile, n, b, q, c, outAt, row, column);
      }
      if (fours > 0) {
        var loop = k == 0 ? firstFours : laterFours;
        run(loop, a, rest + from, fours, tile, n, b, q, c, outAt, below, column);
      }
    }
  }

  private static void run(
      BlockLoops loop,
      float[] a,
      int at,
      int count,
      int apart,
      int depth,
      float[] b,
      int panel,
      float[] c,
      int[] outAt,
      int row,
      int column) {
    try {
      loop.handle().invokeExact(a, at, count, apart, depth, b, panel, c, outAt, row, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }
}
