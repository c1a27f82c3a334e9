package io.cambric.kernel.block;

import io.cambric.array.Buffer;

/**
 * Transposition of panels: it writes columns of a source as rows of a target, whatever their type.
 * It also reverses rows. This class copies one element after the other. A provider overrides the
 * types of which it transposes tiles in registers.
 */
public class PanelTranspose {

  static final PanelTranspose PLAIN = new PanelTranspose();

  /** Rows of a source that the L1 cache holds while columns are read. */
  private static final int TILE = 16;

  /** Columns of a source with few rows that are read together. */
  private static final int STRIP = 256;

  /** Creates the plain transposition. */
  protected PanelTranspose() {}

  /**
   * Writes columns of a matrix as rows.
   *
   * @param source an array with the storage of a {@link Buffer}
   * @param from the first element of the first column
   * @param step the distance of rows in the source
   * @param rows the elements of a column
   * @param target another array of this type
   * @param to the first element of the first row
   * @param apart the distance of rows in the target
   * @param columns the columns, neighbours in the source
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
   * Copies rows whose elements have the opposite order in the source.
   *
   * @param source an array with the storage of a {@link Buffer}
   * @param from the last element in the source, which is the first one of the first row
   * @param step the distance of rows in the source
   * @param target another array of this type
   * @param to the first element of the first row
   * @param apart the distance of rows in the target
   */
  protected void reverse(
      Object source, int from, int step, Object target, int to, int apart, int rows, int columns) {
    StridedMoves.copy(source, from, step, -1, target, to, apart, 1, rows, columns);
  }
}
