package io.cambric.kernels.simd;

import io.cambric.kernel.Scratch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The vector code that packs factors of products and stores tiles, with a plain twin of each piece
 * until it is compiled.
 */
final class Packing {

  /** Rows of a tile. */
  static final int ROWS = 8;

  /** Columns of a tile, and of a panel of the right factor. */
  static final int COLUMNS = 2 * Species.LANES;

  /** Where the only run of a row is. */
  private static final int[] ONE_RUN = {0};

  static final Packing ALL = new Packing();

  /** Elements of a row that are transposed together: those of all rows stay in the first cache. */
  private static final int TOGETHER = 64;

  /** Rows of a sample. */
  private static final int LENGTH = WarmUp.LOOPS;

  private final BlockLoops transpose =
      copies(
          "transpose", rows(LENGTH), 0, ONE_RUN, 0, 1, 0, floats(), 0, 0, LENGTH * Species.LANES);
  private final BlockLoops spread = copies("spread", floats(), 0, ROWS, LENGTH);
  private final BlockLoops join = copies("join", 0, floats(), 0, 2 * ROWS, 2 * LENGTH);
  private final BlockLoops eights =
      copies("eights", OffsetTables.of(2 * LENGTH, 0), 0, 0, floats(), 0, 2 * LENGTH);
  private final BlockLoops fourEights =
      copies("fourEights", OffsetTables.of(2 * LENGTH, 0), 0, 0, ROWS, floats(), 0, 0, 2 * LENGTH);
  private final BlockLoops panel = copies("panel", rows(0), 0, 0, floats(), 0, LENGTH);
  private final BlockLoops fourPanels = copies("fourPanels", rows(0), 0, 0, floats(), 0, 0, LENGTH);
  private final BlockLoops add =
      new BlockLoops(PackLoops.class, "add", floats(), floats(), rows(COLUMNS), 0, 0, LENGTH);

  private final BlockLoops part =
      copies("part", rows(0), 0, 0, floats(), 0, COLUMNS, COLUMNS - 1, LENGTH);
  private final BlockLoops storePart = stores("storePart");
  private final BlockLoops addPart = stores("addPart");

  private Packing() {}

  private static BlockLoops stores(String name) {
    return copies(name, floats(), rows(COLUMNS), 0, 0, COLUMNS - 1, LENGTH);
  }

  /** {@return all loops that are used with vectors of this machine} */
  List<BlockLoops> loops() {
    var loops = new ArrayList<>(List.of(panel, fourPanels, add, part, storePart, addPart));
    if (PackLoops.EIGHTS) {
      loops.addAll(List.of(transpose, spread, join, eights, fourEights));
    }
    return loops;
  }

  private static BlockLoops copies(String name, Object... rest) {
    var sample = new Object[rest.length + 1];
    sample[0] = floats();
    System.arraycopy(rest, 0, sample, 1, rest.length);
    return new BlockLoops(PackLoops.class, name, sample);
  }

  private static float[] floats() {
    return new float[LENGTH * ROWS * Math.max(ROWS, COLUMNS)];
  }

  private static int[] rows(int step) {
    return OffsetTables.padded(LENGTH, step, ROWS);
  }

  /**
   * Writes some rows of {@code n} elements, whose positions begin at {@code at[row]}, as {@code n}
   * rows that are {@code width} apart.
   *
   * @param count rows, a multiple of {@link #ROWS}
   */
  void transpose(
      float[] source,
      int[] at,
      int row,
      int count,
      int offset,
      float[] target,
      int to,
      int width,
      int n) {
    long points = (long) n * count;
    boolean hot =
        PackLoops.EIGHTS && transpose.isHot(points) & spread.isHot(points) & join.isHot(points);
    if (!hot || n < Species.LANES) {
      for (int k = 0; k < n; k++) {
        for (int i = 0; i < count; i++) {
          target[to + k * width + i] = source[at[row + i] + offset + k];
        }
      }
    } else if (width == ROWS) {
      transpose(source, at, row, ONE_RUN, 0, 1, offset, target, to, n);
    } else {
      int length = Math.min(n, TOGETHER);
      try (var scratch = new Scratch()) {
        float[] rows = scratch.floats(2 * length * ROWS + Species.LANES);
        for (int next = 0; next < n; next += length) {
          int k = Math.min(next, n - length);
          int t = to + k * width;
          transpose(source, at, row, count, offset + k, rows, target, t, width, length);
        }
      }
    }
  }

  /**
   * Writes runs of {@code n} elements of {@link #ROWS} rows, whose positions begin at {@code
   * at[row]}, as {@code n} rows for each run, one after the other.
   *
   * @param runAt positions of the runs in a row, from index {@code first} on
   */
  void runs(
      float[] source,
      int[] at,
      int row,
      int[] runAt,
      int first,
      int end,
      int offset,
      float[] target,
      int to,
      int n) {
    boolean hot = PackLoops.EIGHTS && transpose.isHot((long) n * (end - first) * ROWS);
    if (hot && n >= Species.LANES) {
      transpose(source, at, row, runAt, first, end, offset, target, to, n);
      return;
    }
    int t = to;
    for (int run = first; run < end; run++) {
      for (int k = 0; k < n; k++) {
        for (int i = 0; i < ROWS; i++) {
          target[t + i] = source[at[row + i] + runAt[run] + offset + k];
        }
        t += ROWS;
      }
    }
  }

  /** Transposes eight rows into {@code rows}, or twice as many, and copies them from there. */
  private void transpose(
      float[] source,
      int[] at,
      int row,
      int count,
      int offset,
      float[] rows,
      float[] target,
      int to,
      int width,
      int n) {
    int second = n * ROWS;
    for (int i = 0, together; i < count; i += together) {
      together = Math.min(count - i, Species.LANES);
      transpose(source, at, row + i, ONE_RUN, 0, 1, offset, rows, 0, n);
      try {
        if (together > ROWS) {
          int next = row + i + ROWS;
          transpose(source, at, next, ONE_RUN, 0, 1, offset, rows, second, n);
          join.handle().invokeExact(rows, second, target, to + i, width, n);
        } else {
          spread.handle().invokeExact(rows, target, to + i, width, n);
        }
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
    }
  }

  /** Transposes runs by whole vectors, the last of which may overlap the one before. */
  private void transpose(
      float[] source,
      int[] at,
      int row,
      int[] runAt,
      int first,
      int end,
      int offset,
      float[] target,
      int to,
      int n) {
    int whole = n - n % Species.LANES;
    transpose(source, at, row, runAt, first, end, offset, target, to, n * ROWS, whole);
    if (whole < n) {
      int k = n - Species.LANES;
      int t = to + k * ROWS;
      int length = Species.LANES;
      transpose(source, at, row, runAt, first, end, offset + k, target, t, n * ROWS, length);
    }
  }

  private void transpose(
      float[] source,
      int[] at,
      int row,
      int[] runAt,
      int first,
      int end,
      int offset,
      float[] target,
      int to,
      int apart,
      int length) {
    try {
      transpose
          .handle()
          .invokeExact(source, at, row, runAt, first, end, offset, target, to, apart, length);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  /**
   * Copies {@link #ROWS} elements from each of {@code n} positions, one after the other.
   *
   * @param tiles how many times, each {@code n * ROWS} behind the one before
   * @param step distance of the tiles in the source: that of whole tiles, unless vectors have eight
   *     elements
   */
  void rows(
      float[] source,
      int[] at,
      int first,
      int offset,
      float[] target,
      int to,
      int tiles,
      int step,
      int n) {
    int apart = n * ROWS;
    long points = (long) tiles * apart;
    int i = 0;
    // Both are asked for at once: one after the other would take twice as long to be compiled.
    boolean hot = PackLoops.EIGHTS && eights.isHot(points) & fourEights.isHot(points);
    if (hot && n > 1) {
      try {
        for (; i <= tiles - 4; i += 4) {
          fourEights
              .handle()
              .invokeExact(
                  source, at, first, offset + i * step, step, target, to + i * apart, apart, n);
        }
        for (; i < tiles; i++) {
          eights
              .handle()
              .invokeExact(source, at, first, offset + i * step, target, to + i * apart, n);
        }
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
    }
    for (; i < tiles; i++) {
      copy(source, at, first, offset + i * step, target, to + i * apart, n, ROWS);
    }
  }

  /**
   * Copies {@link #COLUMNS} elements from each of {@code n} positions, one after the other.
   *
   * @param panels how many times, each {@code n * COLUMNS} behind the one before
   */
  void panels(
      float[] source, int[] at, int first, int offset, float[] target, int to, int panels, int n) {
    int apart = n * COLUMNS;
    long points = (long) panels * apart;
    int p = 0;
    boolean hot = panel.isHot(points) & fourPanels.isHot(points);
    if (hot) {
      try {
        for (; p <= panels - 4; p += 4) {
          fourPanels
              .handle()
              .invokeExact(
                  source, at, first, offset + p * COLUMNS, target, to + p * apart, apart, n);
        }
        for (; p < panels; p++) {
          panel
              .handle()
              .invokeExact(source, at, first, offset + p * COLUMNS, target, to + p * apart, n);
        }
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
    }
    for (; p < panels; p++) {
      copy(source, at, first, offset + p * COLUMNS, target, to + p * apart, n, COLUMNS);
    }
  }

  private static void copy(
      float[] source, int[] at, int first, int offset, float[] target, int to, int n, int width) {
    for (int k = 0; k < n; k++) {
      System.arraycopy(source, at[first + k] + offset, target, to + k * width, width);
    }
  }

  /** Copies {@code used} elements from each position to rows of {@code width}, zeros behind. */
  void part(
      float[] source,
      int[] at,
      int first,
      int offset,
      float[] target,
      int to,
      int width,
      int used,
      int n) {
    if (part.isHot((long) n * width)) {
      try {
        part.handle().invokeExact(source, at, first, offset, target, to, width, used, n);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
      return;
    }
    for (int k = 0; k < n; k++) {
      int t = to + k * width;
      System.arraycopy(source, at[first + k] + offset, target, t, used);
      Arrays.fill(target, t + used, t + width, 0f);
    }
  }

  /** Stores the first {@code used} elements of {@code n} rows of a tile, or adds them. */
  void store(
      float[] tile, float[] out, int[] at, int first, int offset, int used, int n, boolean added) {
    if (added && used == COLUMNS) {
      add(tile, out, at, first, offset, n);
      return;
    }
    var loop = added ? addPart : storePart;
    if (loop.isHot((long) n * used)) {
      try {
        loop.handle().invokeExact(tile, out, at, first, offset, used, n);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      int to = at[first + i] + offset;
      if (added) {
        addPlain(tile, i * COLUMNS, out, to, used);
      } else {
        System.arraycopy(tile, i * COLUMNS, out, to, used);
      }
    }
  }

  private static void addPlain(float[] tile, int from, float[] out, int to, int n) {
    for (int j = 0; j < n; j++) {
      out[to + j] += tile[from + j];
    }
  }

  private void add(float[] tile, float[] out, int[] at, int first, int offset, int n) {
    if (add.isHot((long) n * COLUMNS)) {
      try {
        add.handle().invokeExact(tile, out, at, first, offset, n);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      addPlain(tile, i * COLUMNS, out, at[first + i] + offset, COLUMNS);
    }
  }
}
