package io.cambric.kernels.simd;

import java.lang.invoke.MethodHandle;

/**
 * The vector code of products whose factors are packed, with a plain twin of each piece until it is
 * compiled.
 */
final class PackedCode {

  /** Rows of a tile. */
  static final int ROWS = 8;

  /** Columns of a tile, and of a panel of the right factor. */
  static final int COLUMNS = 2 * Species.LANES;

  static final PackedCode ALL = new PackedCode();

  private static final int SAMPLE_DEPTH = 25;

  private final Piece tall =
      new Piece(
          PackedTiles.class,
          "tall",
          2,
          (handle, s) -> { handle.invokeExact(s.a, 0, SAMPLE_DEPTH, s.b, 0, COLUMNS, s.c, s.rows, 0, 0); });
  private final Piece low =
      new Piece(
          PackedTiles.class,
          "low",
          1,
          (handle, s) -> { handle.invokeExact(s.a, 0, SAMPLE_DEPTH, s.b, 0, COLUMNS, s.c, s.rows, 0, 0); });
  private final Piece transpose =
      new Piece(
          PackLoops.class,
          "transpose",
          1,
          (handle, s) -> { handle.invokeExact(s.b, s.starts, 0, 0, s.c, 0, ROWS, COLUMNS); });
  private final Piece eights =
      new Piece(
          PackLoops.class,
          "eights",
          1,
          (handle, s) -> { handle.invokeExact(s.b, s.starts, 0, 0, s.a, 0, SAMPLE_DEPTH); });
  private final Piece panel =
      new Piece(
          PackLoops.class,
          "panel",
          1,
          (handle, s) -> { handle.invokeExact(s.a, s.starts, 0, 0, s.b, 0, SAMPLE_DEPTH); });
  private final Piece fourEights =
      new Piece(
          PackLoops.class,
          "fourEights",
          1,
          (handle, s) -> { handle.invokeExact(s.b, s.starts, 0, 0, s.a, 0, 0, SAMPLE_DEPTH); });
  private final Piece twoPanels =
      new Piece(
          PackLoops.class,
          "twoPanels",
          1,
          (handle, s) -> { handle.invokeExact(s.a, s.starts, 0, 0, s.b, 0, 0, SAMPLE_DEPTH); });
  private final Piece add =
      new Piece(
          PackLoops.class,
          "add",
          1,
          (handle, s) -> { handle.invokeExact(s.c, s.c, s.rows, 0, 0, ROWS); });

  private PackedCode() {}

  /** Operands of a small run of any piece. */
  private static final class Sample {
    final float[] a = new float[ROWS * SAMPLE_DEPTH];
    final float[] b = new float[COLUMNS * SAMPLE_DEPTH];
    final float[] c = new float[ROWS * COLUMNS];
    final int[] rows = Product.rowTable(ROWS, 0, COLUMNS);
    final int[] starts = Product.rowTable(SAMPLE_DEPTH, 0, 0);
  }

  private interface SampleRun {
    void run(MethodHandle handle, Sample sample) throws Throwable;
  }

  /** A vector loop and its warm-up. */
  private static final class Piece {
    final MethodHandle handle;
    final WarmUp warmUp;

    Piece(Class<?> owner, String name, int micros, SampleRun run) {
      handle = VectorLoop.of(owner, name);
      var sample = new Sample();
      warmUp =
          new WarmUp(
              () -> {
                try {
                  run.run(handle, sample);
                } catch (Throwable e) {
                  throw VectorLoop.unchecked(e);
                }
              },
              micros * 1000L);
    }

    boolean isHot() {
      return warmUp.isHot();
    }
  }

  /** {@return the warm-up of each piece} */
  java.util.List<WarmUp> warmUps() {
    return java.util.stream.Stream.of(tall, low, transpose, eights, panel, fourEights, twoPanels, add)
        .map(p -> p.warmUp)
        .toList();
  }

  /**
   * Multiplies {@code depth} columns of packed rows by a packed panel.
   *
   * @param height rows that are needed; more may be stored, up to {@link #ROWS}
   */
  void tile(
      int height,
      float[] a,
      int at,
      int depth,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int outRow,
      int column) {
    var piece = height > ROWS / 2 ? tall : low;
    if (!piece.isHot()) {
      plainTile(a, at, depth, b, panel, step, c, outAt, outRow, column, height);
      return;
    }
    try {
      piece.handle.invokeExact(a, at, depth, b, panel, step, c, outAt, outRow, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  /** The same sums in the same order, one row after another. */
  private static void plainTile(
      float[] a,
      int at,
      int depth,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int outRow,
      int column,
      int height) {
    for (int i = 0; i < height; i++) {
      float[] sums = new float[COLUMNS];
      for (int k = 0; k < depth; k++) {
        float x = a[at + k * ROWS + i];
        int q = panel + k * step;
        for (int j = 0; j < COLUMNS; j++) {
          sums[j] = Math.fma(x, b[q + j], sums[j]);
        }
      }
      System.arraycopy(sums, 0, c, outAt[outRow + i] + column, COLUMNS);
    }
  }

  /** Writes {@link #ROWS} rows of {@code n} elements as {@code n} rows; see {@link PackLoops}. */
  void transpose(
      float[] source, int[] at, int row, int offset, float[] target, int to, int width, int n) {
    int whole = PackLoops.EIGHT_LANES && transpose.isHot() ? n - n % ROWS : 0;
    if (whole > 0) {
      try {
        transpose.handle.invokeExact(source, at, row, offset, target, to, width, whole);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
    }
    for (int k = whole; k < n; k++) {
      for (int i = 0; i < ROWS; i++) {
        target[to + k * width + i] = source[at[row + i] + offset + k];
      }
    }
  }

  /**
   * Copies {@link #ROWS} elements from each of {@code n} positions, one after the other.
   *
   * @param tiles how many times, each {@code n * ROWS} behind the one before
   */
  void rows(
      float[] source, int[] at, int first, int offset, float[] target, int to, int tiles, int n) {
    int apart = n * ROWS;
    int i = 0;
    if (PackLoops.EIGHT_LANES && eights.isHot() && fourEights.isHot()) {
      try {
        for (; i <= tiles - 4; i += 4) {
          fourEights.handle.invokeExact(
              source, at, first, offset + i * ROWS, target, to + i * apart, apart, n);
        }
        for (; i < tiles; i++) {
          eights.handle.invokeExact(
              source, at, first, offset + i * ROWS, target, to + i * apart, n);
        }
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
    }
    for (; i < tiles; i++) {
      copy(source, at, first, offset + i * ROWS, target, to + i * apart, n, ROWS);
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
    int p = 0;
    if (panel.isHot() && twoPanels.isHot()) {
      try {
        for (; p <= panels - 2; p += 2) {
          twoPanels.handle.invokeExact(
              source, at, first, offset + p * COLUMNS, target, to + p * apart, apart, n);
        }
        for (; p < panels; p++) {
          panel.handle.invokeExact(
              source, at, first, offset + p * COLUMNS, target, to + p * apart, n);
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

  /** Adds {@code n} rows of {@link #COLUMNS} elements to those at {@code at}. */
  void add(float[] tile, float[] out, int[] at, int first, int offset, int n) {
    if (add.isHot()) {
      try {
        add.handle.invokeExact(tile, out, at, first, offset, n);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        out[at[first + i] + offset + j] += tile[i * COLUMNS + j];
      }
    }
  }
}
