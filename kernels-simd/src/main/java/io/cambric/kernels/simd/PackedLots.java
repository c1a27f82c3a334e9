package io.cambric.kernels.simd;

import java.util.ArrayList;
import java.util.List;

/**
 * Multiplies lots of up to 24 packed rows by a packed panel: three tiles, which share registers as
 * two halves of twelve rows where the machine has enough of them.
 */
final class PackedLots {

  /** Rows of a whole lot. */
  static final int ROWS = 3 * PackedCode.ROWS;

  /** Rows that a kernel leaves out: results for all of them are not stored in place. */
  private static final int UNIT = PackedCode.ROWS / 2;

  /** Whether there are registers for the sums of twelve rows, and some more. */
  private static final boolean HIGH = Species.LANES == 16;

  private static final int COLUMNS = PackedCode.COLUMNS;
  private static final int LENGTH = WarmUp.LOOPS;
  private static final int SAMPLE = LENGTH * Math.max(ROWS, COLUMNS);

  static final PackedLots ALL = new PackedLots();

  private final BlockLoops tall = loop("tall", 0, LENGTH);
  private final BlockLoops low = loop("low", 0, LENGTH);
  private final BlockLoops high = loop("high", 0, 0, LENGTH);

  private PackedLots() {}

  private static BlockLoops loop(String name, Object... positions) {
    var sample = new ArrayList<Object>();
    sample.add(new float[SAMPLE]);
    sample.addAll(List.of(positions));
    sample.addAll(List.of(new float[SAMPLE], 0, COLUMNS));
    sample.addAll(List.of(new float[SAMPLE], Steps.padded(ROWS, COLUMNS, ROWS), 0));
    sample.addAll(List.of(0, 0).subList(0, positions.length - 1));
    return new BlockLoops(PackedTiles.class, name, sample.toArray());
  }

  /** {@return all loops that are used with vectors of this machine} */
  List<BlockLoops> loops() {
    return HIGH ? List.of(tall, low, high) : List.of(tall, low);
  }

  /** {@return how many rows are computed for {@code count} that are needed} */
  static int computed(int count) {
    return (count + UNIT - 1) / UNIT * UNIT;
  }

  /**
   * Multiplies tiles, which follow one another, by a panel. Stores {@link #computed} rows.
   *
   * @param height rows that are needed, up to {@link #ROWS}
   * @param step distance of the depths of the panel
   */
  void run(
      int height,
      float[] a,
      int at,
      int depth,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int row,
      int column) {
    int tile = depth * PackedCode.ROWS;
    int second = at + tile;
    int third = second + tile;
    if (HIGH && height > 8 && high.isHot((long) tile * 3 * COLUMNS)) {
      if (height <= 12) {
        high(a, at, second, depth, b, panel, step, c, outAt, row, row + 8, column);
        return;
      }
      if (height > 20) {
        high(a, at, second, depth, b, panel, step, c, outAt, row, row + 8, column);
        int rest = second + 4;
        high(a, third, rest, depth, b, panel, step, c, outAt, row + 16, row + 12, column);
        return;
      }
      if (height > 16) {
        high(a, at, third, depth, b, panel, step, c, outAt, row, row + 16, column);
        tile(8, a, second, depth, b, panel, step, c, outAt, row + 8, column);
        return;
      }
    }
    for (int i = 0; i < height; i += 8) {
      int rows = Math.min(8, height - i);
      tile(rows, a, at + i * depth, depth, b, panel, step, c, outAt, row + i, column);
    }
  }

  private void high(
      float[] a,
      int at,
      int second,
      int depth,
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
          .invokeExact(a, at, second, depth, b, panel, step, c, outAt, row, outSecond, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void tile(
      int height,
      float[] a,
      int at,
      int depth,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int row,
      int column) {
    var loop = height > UNIT ? tall : low;
    if (!loop.isHot((long) depth * COLUMNS * PackedCode.ROWS)) {
      plainTile(height, a, at, depth, b, panel, step, c, outAt, row, column);
      return;
    }
    try {
      loop.handle().invokeExact(a, at, depth, b, panel, step, c, outAt, row, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  /** The same sums in the same order, one row after another. */
  private static void plainTile(
      int height,
      float[] a,
      int at,
      int depth,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int row,
      int column) {
    for (int i = 0; i < height; i++) {
      float[] sums = new float[COLUMNS];
      for (int k = 0; k < depth; k++) {
        float x = a[at + k * PackedCode.ROWS + i];
        int q = panel + k * step;
        for (int j = 0; j < COLUMNS; j++) {
          sums[j] = Math.fma(x, b[q + j], sums[j]);
        }
      }
      System.arraycopy(sums, 0, c, outAt[row + i] + column, COLUMNS);
    }
  }
}
