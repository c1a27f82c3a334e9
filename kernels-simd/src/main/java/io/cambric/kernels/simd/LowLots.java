package io.cambric.kernels.simd;

import java.util.List;

/**
 * Multiplies lots of packed rows by a packed panel where {@linkplain Species#FEW_REGISTERS
 * registers are few}, in tiles of four rows. As each vector of the panel serves for few rows, the
 * panel has to come from the first cache: all rows of a lot go by before the next depths.
 */
final class LowLots {

  /** Most rows of a lot. */
  static final int ROWS = 4 * PackedLots.UNIT;

  /** Depths of a panel that leave room in the first cache for the tiles that go by. */
  private static final int STAYING = 320;

  private static final int TILE = PackedCode.ROWS;
  private static final int HALF = TILE / 2;
  private static final int COLUMNS = PackedCode.COLUMNS;
  private static final int LENGTH = WarmUp.LOOPS;
  private static final int SAMPLE = LENGTH * Math.max(TILE, COLUMNS);

  static final LowLots ALL = new LowLots();

  private final BlockLoops first = loop("first");
  private final BlockLoops later = loop("later");

  private LowLots() {}

  private static BlockLoops loop(String name) {
    return new BlockLoops(
        LowTiles.class,
        name,
        new float[SAMPLE],
        0,
        2,
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
    return List.of(first, later);
  }

  /**
   * Adds the product of a lot and a panel to what is there.
   *
   * @param height rows, whole tiles of them
   */
  void add(int height, float[] a, int depth, float[] b, float[] c, int[] outAt, int column) {
    int tile = depth * TILE;
    if (later.isHot((long) tile * height)) {
      try {
        later.handle().invokeExact(a, 0, height / HALF, tile, depth, b, 0, c, outAt, 0, column);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
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
   * Multiplies a lot by a panel. Stores whole tiles, so more rows if the lot has others.
   *
   * @param at where the lot begins, at a whole packed tile
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
    int tile = depth * TILE;
    if (!(first.isHot((long) tile * height) & later.isHot((long) tile * height))) {
      for (int i = 0; i < height; i += TILE) {
        int rows = Math.min(TILE, PackedLots.computed(height - i));
        PackedLots.plainTile(
            rows, a, at + i * depth, depth, b, panel, COLUMNS, c, outAt, row + i, column);
      }
      return;
    }
    int count = PackedLots.computed(height) / HALF;
    int pieces = (depth - 1) / STAYING + 1;
    int piece = (depth - 1) / pieces + 1;
    try {
      first
          .handle()
          .invokeExact(a, at, count, tile, Math.min(piece, depth), b, panel, c, outAt, row, column);
      for (int k = piece; k < depth; k += piece) {
        int n = Math.min(piece, depth - k);
        int from = at + k * TILE;
        int next = panel + k * COLUMNS;
        later.handle().invokeExact(a, from, count, tile, n, b, next, c, outAt, row, column);
      }
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }
}
