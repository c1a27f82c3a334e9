package io.cambric.kernel.block;

import io.cambric.array.Buffer;

/**
 * Transposition of panels: writes columns of a source as rows of a target, for arrays of any type.
 * It also reverses rows. This class copies one element after the other. A provider overrides the
 * types whose tiles it transposes in registers.
 */
public class PanelTranspose {

  static final PanelTranspose PLAIN = new PanelTranspose();

  /** Rows of a source that the L1 cache holds while columns are read. */
  private static final int TILE = 16;

  /** Columns that are read together in a source with few rows. */
  private static final int STRIP = 256;

  /** Creates the plain transposition. */
  protected PanelTranspose() {}

  /**
   * Writes columns of a matrix as rows.
   *
   * @param source an array with the storage of a {@link Buffer}
   * @param from position of the first element of the first column
   * @param step distance of rows in the source
   * @param rows number of elements in a column
   * @param target another array of this type
   * @param to position of the first element of the first row
   * @param apart distance of rows in the target
   * @param columns number of columns, which are adjacent in the source
   */
  protected void run(
      Object source, int from, int step, int rows, Object target, int to, int apart, int columns) {
    if (rows < TILE && rows < columns) {
      for (int c = 0; c < columns; c += STRIP) {
        int width = Math.min(STRIP, columns - c);
        StridedMoves.copy(source, from + c, step, 1, target, to + c * apart, 1, apart, rows, width);
      }
      return;
    }
    for (int i = 0; i < rows; i += TILE) {
      int height = Math.min(TILE, rows - i);
      StridedMoves.copy(
          source, from + i * step, 1, step, target, to + i, apart, 1, columns, height);
    }
  }

  /**
   * Copies rows in reverse order of their elements.
   *
   * @param source an array with the storage of a {@link Buffer}
   * @param from position of the last element of the first row in the source, which becomes the
   *     first
   * @param step distance of rows in the source
   * @param target another array of this type
   * @param to position of the first element of the first row
   * @param apart distance of rows in the target
   */
  protected void reverse(
      Object source, int from, int step, Object target, int to, int apart, int rows, int columns) {
    StridedMoves.copy(source, from, step, -1, target, to, apart, 1, rows, columns);
  }
}
