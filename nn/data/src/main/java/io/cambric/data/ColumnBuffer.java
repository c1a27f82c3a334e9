package io.cambric.data;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;

/** A buffer for columns of a file, which grows with the rows; mutable. */
final class ColumnBuffer {

  private static final int FIRST_ROWS = 1024;

  private final DType dtype;
  private final int width;
  private Buffer buffer;

  /** The capacity in rows. */
  private int capacity;

  ColumnBuffer(DType dtype, int width) {
    this.dtype = dtype;
    this.width = width;
    this.capacity = FIRST_ROWS;
    this.buffer = Buffer.allocate(dtype, FIRST_ROWS * width);
  }

  /** {@return the elements, with room for a row} */
  Buffer withRoom(int row) {
    if (row >= capacity) {
      long rows = Math.min(2L * capacity, Shape.MAX_SIZE / width);
      if (row >= rows) {
        throw new DataException(
            "An array of %d columns can hold at most %d rows, but the file has more. Read fewer columns, or read records."
                .formatted(width, rows));
      }
      var larger = Buffer.allocate(dtype, (int) rows * width);
      larger.copyFrom(0, buffer, 0, capacity * width);
      buffer = larger;
      capacity = (int) rows;
    }
    return buffer;
  }

  /** {@return the rows as {@code [rows]}, or {@code [rows, width]} for a matrix} */
  NdArray toArray(int rows, boolean matrix) {
    var shape = matrix ? Shape.of(rows, width) : Shape.of(rows);
    return NdArray.of(new ShapedArray(shape, dtype), buffer.copyOf(0, rows * width));
  }
}
