package io.cambric.lax.linalg;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import java.util.Arrays;

/**
 * A matrix in a buffer, or a part of one. Element {@code (i, j)} has position {@code offset + i *
 * rowStride + j * columnStride}.
 */
record MatrixBlock(
    Buffer buffer, int offset, int rows, int columns, int rowStride, int columnStride) {

  /** Rows that a transposing copy takes at a time. */
  private static final int COPIED_ROWS = 16;

  /** {@return a matrix of zeros} */
  static MatrixBlock allocate(DType dtype, int rows, int columns) {
    return new MatrixBlock(Buffer.allocate(dtype, rows * columns), 0, rows, columns, columns, 1);
  }

  /** {@return matrix {@code index} of a dense batch} */
  static MatrixBlock of(Operand matrices, int index, int rows, int columns) {
    int offset = matrices.offset() + index * rows * columns;
    return new MatrixBlock(matrices.buffer(), offset, rows, columns, columns, 1);
  }

  DType dtype() {
    return buffer.dtype();
  }

  /** {@return the rows and columns from the first indices to the exclusive ends} */
  MatrixBlock part(int row, int rowEnd, int column, int columnEnd) {
    return new MatrixBlock(
        buffer, at(row, column), rowEnd - row, columnEnd - column, rowStride, columnStride);
  }

  /** {@return some of the rows} */
  MatrixBlock rows(int from, int to) {
    return part(from, to, 0, columns);
  }

  /** {@return the same elements with rows and columns exchanged} */
  MatrixBlock transposed() {
    return new MatrixBlock(buffer, offset, columns, rows, columnStride, rowStride);
  }

  int at(int row, int column) {
    return offset + row * rowStride + column * columnStride;
  }

  double get(int row, int column) {
    return buffer.getDouble(at(row, column));
  }

  void set(int row, int column, double value) {
    buffer.setDouble(at(row, column), value);
  }

  /** {@return the block as a batch of one matrix} */
  Operand operand() {
    return new Operand(buffer, offset, new int[] {0, rowStride, columnStride});
  }

  /** {@return a copy in this dtype} */
  MatrixBlock converted(DType dtype) {
    var copy = allocate(dtype, rows, columns);
    copy.setEach(this);
    return copy;
  }

  /** Sets each element to the rounded element of another block, of any dtype. */
  void setEach(MatrixBlock from) {
    for (int i = 0; i < rows; i++) {
      int at = at(i, 0);
      int other = from.at(i, 0);
      if (buffer.storage() instanceof float[] x && from.buffer.storage() instanceof double[] y) {
        for (int j = 0; j < columns; j++) {
          x[at + j * columnStride] = (float) y[other + j * from.columnStride];
        }
      } else if (buffer.storage() instanceof double[] x
          && from.buffer.storage() instanceof float[] y) {
        for (int j = 0; j < columns; j++) {
          x[at + j * columnStride] = y[other + j * from.columnStride];
        }
      } else {
        for (int j = 0; j < columns; j++) {
          set(i, j, from.get(i, j));
        }
      }
    }
  }

  double[][] toDoubles() {
    var copy = new double[rows][columns];
    load(copy, 0);
    return copy;
  }

  /** Copies the elements to the columns of rows from a number on. */
  void load(double[][] copy, int column) {
    for (int i = 0; i < rows; i++) {
      loadRow(i, copy[i], column);
    }
  }

  private void loadRow(int row, double[] copy, int column) {
    int at = at(row, 0);
    switch (buffer.storage()) {
      case double[] x when columnStride == 1 -> System.arraycopy(x, at, copy, column, columns);
      case double[] x -> {
        for (int j = 0; j < columns; j++) {
          copy[column + j] = x[at + j * columnStride];
        }
      }
      case float[] x -> {
        for (int j = 0; j < columns; j++) {
          copy[column + j] = x[at + j * columnStride];
        }
      }
      default -> throw new AssertionError(buffer);
    }
  }

  void set(double[][] values) {
    set(values, 0);
  }

  /** Sets the elements to the rounded elements of rows from a column on. */
  void set(double[][] values, int column) {
    for (int i = 0; i < rows; i++) {
      int at = at(i, 0);
      double[] row = values[i];
      if (buffer.storage() instanceof float[] x) {
        for (int j = 0; j < columns; j++) {
          x[at + j * columnStride] = (float) row[column + j];
        }
      } else {
        double[] x = buffer.doubles();
        for (int j = 0; j < columns; j++) {
          x[at + j * columnStride] = row[column + j];
        }
      }
    }
  }

  /** Sets one row to a vector of integers. */
  void set(int[] values) {
    System.arraycopy(values, 0, buffer.ints(), offset, values.length);
  }

  /** Sets adjacent elements of a row to one value. */
  void fill(int row, int from, int to, double value) {
    int at = at(row, 0);
    if (dtype() == DType.F32) {
      Arrays.fill(buffer.floats(), at + from, at + to, (float) value);
    } else {
      Arrays.fill(buffer.doubles(), at + from, at + to, value);
    }
  }

  /** Changes the sign of all elements. */
  void negate() {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        set(i, j, -get(i, j));
      }
    }
  }

  /** Sets all elements to NaN; rows have adjacent elements. */
  void setNan() {
    for (int i = 0; i < rows; i++) {
      fill(i, 0, columns, Double.NaN);
    }
  }

  /** Sets ones on the diagonal and zeros elsewhere. */
  void setIdentity() {
    boolean inColumns = columnStride != 1;
    var block = inColumns ? transposed() : this;
    for (int i = 0; i < block.rows; i++) {
      block.fill(i, 0, block.columns, 0);
      if (i < block.columns) {
        block.set(i, i, 1);
      }
    }
  }

  /** Copies another block of the same dtype, which may be this one. */
  void copyFrom(MatrixBlock from) {
    if (columnStride == 1 && from.columnStride == 1) {
      for (int i = 0; i < rows; i++) {
        System.arraycopy(from.buffer.storage(), from.at(i, 0), buffer.storage(), at(i, 0), columns);
      }
      return;
    }
    var lines = Lines.allocate(dtype(), Math.min(rows, COPIED_ROWS), columns);
    for (int i = 0; i < rows; i += COPIED_ROWS) {
      int end = Math.min(rows, i + COPIED_ROWS);
      lines.load(from.rows(i, end));
      lines.store(rows(i, end));
    }
  }

  /**
   * Exchanges two rows of adjacent elements.
   *
   * @param spare an array for a row
   */
  void exchangeRows(int i, int j, Buffer spare) {
    if (i != j) {
      System.arraycopy(buffer.storage(), at(i, 0), spare.storage(), 0, columns);
      System.arraycopy(buffer.storage(), at(j, 0), buffer.storage(), at(i, 0), columns);
      System.arraycopy(spare.storage(), 0, buffer.storage(), at(j, 0), columns);
    }
  }

  /**
   * {@return the row at which a recursion divides rows: a multiple of the leaf size} There are more
   * rows than a leaf has.
   */
  static int middle(int size, int leaf) {
    return (size / 2 + leaf - 1) / leaf * leaf;
  }
}
