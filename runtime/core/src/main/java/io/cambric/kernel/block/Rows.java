package io.cambric.kernel.block;

/**
 * Rows of an array with their positions in an offset table: element j of row i is at {@code
 * table[first + i] + offset + j}.
 *
 * @param first table entry of row 0
 */
public record Rows(float[] data, int[] table, int first, int offset) {

  /** {@return rows that are {@code step} apart} */
  public static Rows of(float[] data, int offset, int count, int step) {
    return new Rows(data, OffsetTables.of(count, step), 0, offset);
  }

  /** {@return the position of a row} */
  public int at(int row) {
    return table[first + row] + offset;
  }

  /** {@return the rows that follow, beginning with a row} */
  public Rows from(int row) {
    return new Rows(data, table, first + row, offset);
  }

  /** {@return the rows without their first elements} */
  public Rows plus(int elements) {
    return new Rows(data, table, first, offset + elements);
  }
}
