package io.cambric.kernel.block;

import java.util.Arrays;

/**
 * Copies of a matrix between arrays of one type, with rows and columns at any distances. Positions
 * are advanced by addition, because the JIT keeps the bounds checks of {@code i * step}.
 */
public final class StridedMoves {

  /**
   * The shortest row that is copied by a library call; a loop copies shorter rows faster. Many
   * short rows are copied by columns, which takes fewer loops.
   */
  private static final int SHORT = 8;

  /** Rows whose cache lines stay in the L1 cache from column to column. */
  private static final int LINES = 128;

  private StridedMoves() {}

  /** Copies {@code n} elements, at a constant distance in the source and in the target. */
  static void line(Object source, int from, int step, Object target, int to, int toStep, int n) {
    copy(source, from, 0, step, target, to, 0, toStep, 1, n);
  }

  /**
   * Copies a matrix. Where rows of the target overlap, the last row is kept.
   *
   * @param source an array of primitives
   * @param from position of the first element in the source
   * @param fromRow distance of rows in the source
   * @param fromColumn distance of columns in the source
   * @param target another array of this type
   * @param to position of the first element in the target
   * @param toRow distance of rows in the target
   * @param toColumn distance of columns in the target
   */
  public static void copy(
      Object source,
      int from,
      int fromRow,
      int fromColumn,
      Object target,
      int to,
      int toRow,
      int toColumn,
      int rows,
      int columns) {
    if (columns >= SHORT || columns >= rows || (long) columns * Math.abs(toColumn) > toRow) {
      move(source, from, fromRow, fromColumn, target, to, toRow, toColumn, rows, columns);
      return;
    }
    // Rows of the target do not overlap, and columns take fewer loops.
    for (int r = 0; r < rows; r += LINES) {
      int some = Math.min(LINES, rows - r);
      int first = from + r * fromRow;
      int start = to + r * toRow;
      move(source, first, fromColumn, fromRow, target, start, toColumn, toRow, columns, some);
    }
  }

  private static void move(
      Object source,
      int from,
      int fromRow,
      int fromColumn,
      Object target,
      int to,
      int toRow,
      int toColumn,
      int rows,
      int columns) {
    switch (source) {
      case float[] a ->
          floats(
              a, from, fromRow, fromColumn, (float[]) target, to, toRow, toColumn, rows, columns);
      case double[] a ->
          doubles(
              a, from, fromRow, fromColumn, (double[]) target, to, toRow, toColumn, rows, columns);
      case int[] a ->
          ints(a, from, fromRow, fromColumn, (int[]) target, to, toRow, toColumn, rows, columns);
      case long[] a ->
          longs(a, from, fromRow, fromColumn, (long[]) target, to, toRow, toColumn, rows, columns);
      case short[] a ->
          shorts(
              a, from, fromRow, fromColumn, (short[]) target, to, toRow, toColumn, rows, columns);
      case byte[] a ->
          bytes(a, from, fromRow, fromColumn, (byte[]) target, to, toRow, toColumn, rows, columns);
      default -> throw new AssertionError(source.getClass());
    }
  }

  private static void floats(
      float[] a, int p, int pr, int pc, float[] b, int q, int qr, int qc, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
      int from = p + r * pr;
      int to = q + r * qr;
      if (pc == 0 && qc == 1) {
        Arrays.fill(b, to, to + columns, a[from]);
        continue;
      }
      if (pc == 1 && qc == 1 && columns >= SHORT) {
        System.arraycopy(a, from, b, to, columns);
        continue;
      }
      for (int c = 0; c < columns; c++) {
        b[to] = a[from];
        from += pc;
        to += qc;
      }
    }
  }

  private static void doubles(
      double[] a, int p, int pr, int pc, double[] b, int q, int qr, int qc, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
      int from = p + r * pr;
      int to = q + r * qr;
      if (pc == 0 && qc == 1) {
        Arrays.fill(b, to, to + columns, a[from]);
        continue;
      }
      if (pc == 1 && qc == 1 && columns >= SHORT) {
        System.arraycopy(a, from, b, to, columns);
        continue;
      }
      for (int c = 0; c < columns; c++) {
        b[to] = a[from];
        from += pc;
        to += qc;
      }
    }
  }

  private static void ints(
      int[] a, int p, int pr, int pc, int[] b, int q, int qr, int qc, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
      int from = p + r * pr;
      int to = q + r * qr;
      if (pc == 0 && qc == 1) {
        Arrays.fill(b, to, to + columns, a[from]);
        continue;
      }
      if (pc == 1 && qc == 1 && columns >= SHORT) {
        System.arraycopy(a, from, b, to, columns);
        continue;
      }
      for (int c = 0; c < columns; c++) {
        b[to] = a[from];
        from += pc;
        to += qc;
      }
    }
  }

  private static void longs(
      long[] a, int p, int pr, int pc, long[] b, int q, int qr, int qc, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
      int from = p + r * pr;
      int to = q + r * qr;
      if (pc == 0 && qc == 1) {
        Arrays.fill(b, to, to + columns, a[from]);
        continue;
      }
      if (pc == 1 && qc == 1 && columns >= SHORT) {
        System.arraycopy(a, from, b, to, columns);
        continue;
      }
      for (int c = 0; c < columns; c++) {
        b[to] = a[from];
        from += pc;
        to += qc;
      }
    }
  }

  private static void shorts(
      short[] a, int p, int pr, int pc, short[] b, int q, int qr, int qc, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
      int from = p + r * pr;
      int to = q + r * qr;
      if (pc == 0 && qc == 1) {
        Arrays.fill(b, to, to + columns, a[from]);
        continue;
      }
      if (pc == 1 && qc == 1 && columns >= SHORT) {
        System.arraycopy(a, from, b, to, columns);
        continue;
      }
      for (int c = 0; c < columns; c++) {
        b[to] = a[from];
        from += pc;
        to += qc;
      }
    }
  }

  private static void bytes(
      byte[] a, int p, int pr, int pc, byte[] b, int q, int qr, int qc, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
      int from = p + r * pr;
      int to = q + r * qr;
      if (pc == 0 && qc == 1) {
        Arrays.fill(b, to, to + columns, a[from]);
        continue;
      }
      if (pc == 1 && qc == 1 && columns >= SHORT) {
        System.arraycopy(a, from, b, to, columns);
        continue;
      }
      for (int c = 0; c < columns; c++) {
        b[to] = a[from];
        from += pc;
        to += qc;
      }
    }
  }
}
