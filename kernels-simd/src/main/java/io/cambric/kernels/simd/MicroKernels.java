package io.cambric.kernels.simd;

import java.util.ArrayList;
import java.util.List;

/**
 * Multiplies lots of packed rows by a packed panel: a tile, or one and a half where the machine has
 * enough registers. Two such lots share the tile between them. Where registers are few, {@link
 * Avx2MicroKernels} does the work.
 */
final class MicroKernels {

  /** Rows that follow one another in whole lots and whole tiles. */
  static final int UNIT = 3 * Packing.ROWS;

  /** Most rows of a lot. */
  static final int ROWS =
      Species.FEW_REGISTERS ? Avx2MicroKernels.ROWS : Species.LANES == 16 ? 12 : Packing.ROWS;

  /** Rows from a packed tile to the next one. */
  static final int STEP = Species.FEW_REGISTERS ? Tiles6x2.ROWS : Packing.ROWS;

  private static final int TILE = Packing.ROWS;
  private static final int HALF = TILE / 2;
  private static final Packing CODE = Packing.ALL;
  private static final int COLUMNS = Packing.COLUMNS;
  private static final int LENGTH = WarmUp.LOOPS;
  private static final int SAMPLE = LENGTH * Math.max(TILE, COLUMNS);

  static final MicroKernels ALL = new MicroKernels();

  private final BlockLoops tall = loop("tall", 0, LENGTH);
  private final BlockLoops low = loop("low", 0, LENGTH);
  private final BlockLoops high = loop("high", 0, 0, LENGTH);

  private MicroKernels() {}

  private static BlockLoops loop(String name, Object... positions) {
    var sample = new ArrayList<Object>();
    sample.add(new float[SAMPLE]);
    sample.addAll(List.of(positions));
    sample.addAll(List.of(new float[SAMPLE], 0, COLUMNS));
    sample.addAll(List.of(new float[SAMPLE], OffsetTables.padded(ROWS, COLUMNS, TILE), 0));
    sample.addAll(List.of(0, 0).subList(0, positions.length - 1));
    return new BlockLoops(PackedATiles.class, name, sample.toArray());
  }

  /** {@return all loops that are used with vectors of this machine} */
  List<BlockLoops> loops() {
    if (Species.FEW_REGISTERS) {
      return Avx2MicroKernels.ALL.loops();
    }
    return ROWS > TILE ? List.of(tall, low, high) : List.of(tall, low);
  }

  /** {@return about how many rows are computed for {@code count} that are needed} */
  static int computed(int count) {
    return Species.FEW_REGISTERS
        ? Avx2MicroKernels.computed(count)
        : (count + HALF - 1) / HALF * HALF;
  }

  /** {@return how many tiles some rows are packed in} */
  static int tiles(int count) {
    return Species.FEW_REGISTERS ? Avx2MicroKernels.tiles(count) : (count + TILE - 1) / TILE;
  }

  /**
   * Packs tiles of rows that lie side by side at each depth.
   *
   * @param at positions of the depths, from index {@code first} on, to which {@code offset} is
   *     added
   * @param count rows
   * @param together how many of them, from the first one on, lie side by side
   * @param n depths
   * @return how many tiles are packed: all if all rows lie so, but for a last one that is not full
   *     where vectors are longer than a tile
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
    int done = together < TILE ? 0 : Math.min(tiles, (together - TILE) / STEP + 1);
    CODE.rows(source, at, first, offset, packed, 0, done, STEP, n);
    if (together == count && Species.LANES <= TILE) {
      for (; done < tiles; done++) {
        int row = done * STEP;
        CODE.part(source, at, first, offset + row, packed, done * TILE * n, TILE, count - row, n);
      }
    }
    return done;
  }

  /**
   * {@return whether a lot of so many depths can be added to what is there} Otherwise it is stored
   * elsewhere and added then.
   */
  static boolean canAdd(int kSize) {
    return Species.FEW_REGISTERS && Avx2MicroKernels.canAdd(kSize);
  }

  /** {@return whether just the rows of a lot are stored, so that it may be stored in place} */
  static boolean isWhole(int first, int height) {
    if (Species.FEW_REGISTERS) {
      return Avx2MicroKernels.computed(height) == height;
    }
    return height == ROWS || height == HALF || (height == TILE && first % TILE == 0);
  }

  /**
   * Multiplies a lot by a panel. Stores whole tiles or halves of them, so more rows if the lot is
   * not a {@linkplain #isWhole whole} one.
   *
   * @param first the lot's first row among those that are packed, at which a tile begins or is
   *     halved
   * @param height rows of the lot, up to {@link #ROWS}, or up to a tile
   * @param step distance of the depths of the panel
   * @param add whether to add to what is there, only where it {@linkplain #canAdd can}
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
      int[] outAt,
      int row,
      int column,
      boolean add) {
    if (Species.FEW_REGISTERS) {
      Avx2MicroKernels.ALL.run(
          height, a, first * kSize, kSize, b, panel, c, outAt, row, column, add);
      return;
    }
    int part = first % TILE;
    int at = first / TILE * TILE * kSize + part;
    int next = at - part + TILE * kSize;
    int whole = TILE - part;
    if (height <= whole) {
      tile(height, a, at, kSize, b, panel, step, c, outAt, row, column);
    } else if (!high.isHot((long) kSize * COLUMNS * ROWS)) {
      tile(whole, a, at, kSize, b, panel, step, c, outAt, row, column);
      tile(height - whole, a, next, kSize, b, panel, step, c, outAt, row + whole, column);
    } else if (part == 0) {
      high(a, at, next, kSize, b, panel, step, c, outAt, row, row + TILE, column);
    } else {
      high(a, next, at, kSize, b, panel, step, c, outAt, row + HALF, row, column);
    }
  }

  private void high(
      float[] a,
      int at,
      int second,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int row,
      int outSecond,
      int column) {
    try {
      high.handle()
          .invokeExact(a, at, second, kSize, b, panel, step, c, outAt, row, outSecond, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void tile(
      int height,
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int row,
      int column) {
    var loop = height > HALF ? tall : low;
    if (!loop.isHot((long) kSize * COLUMNS * TILE)) {
      plainTile(height, a, at, kSize, b, panel, step, c, outAt, row, column, false);
      return;
    }
    try {
      loop.handle().invokeExact(a, at, kSize, b, panel, step, c, outAt, row, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  /** The same sums in the same order, one row after another. */
  static void plainTile(
      int height,
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int row,
      int column,
      boolean add) {
    for (int i = 0; i < height; i++) {
      float[] sums = new float[COLUMNS];
      for (int k = 0; k < kSize; k++) {
        float x = a[at + k * TILE + i];
        int q = panel + k * step;
        for (int j = 0; j < COLUMNS; j++) {
          sums[j] = Math.fma(x, b[q + j], sums[j]);
        }
      }
      int to = outAt[row + i] + column;
      for (int j = 0; j < COLUMNS; j++) {
        c[to + j] = add ? c[to + j] + sums[j] : sums[j];
      }
    }
  }
}
