package io.cambric.lax.linalg;

/**
 * A copy of a small matrix in double precision. Its loops are shorter than a call of a kernel, so a
 * batch of such matrices needs no other memory than theirs.
 *
 * @param x the elements, row after row
 */
record SmallMatrix(double[] x, int rows, int columns) {

  /** Rows and columns of the largest matrix whose products no kernel computes faster. */
  private static final int LARGEST = 32;

  /** Rows that are subtracted at once. */
  private static final int AT_ONCE = 4;

  /** {@return whether a matrix is small} */
  static boolean fits(MatrixBlock matrix) {
    return matrix.rows() <= LARGEST && matrix.columns() <= LARGEST;
  }

  /** {@return a copy of a block of F32 or F64} */
  static SmallMatrix of(MatrixBlock block) {
    var matrix = allocate(block.rows(), block.columns());
    matrix.load(0, block);
    return matrix;
  }

  /** {@return a copy of two blocks side by side} */
  static SmallMatrix of(MatrixBlock left, MatrixBlock right) {
    var matrix = allocate(left.rows(), left.columns() + right.columns());
    matrix.load(0, left);
    matrix.load(left.columns(), right);
    return matrix;
  }

  private static SmallMatrix allocate(int rows, int columns) {
    return new SmallMatrix(new double[rows * columns], rows, columns);
  }

  private void load(int column, MatrixBlock block) {
    int step = block.columnStride();
    for (int i = 0; i < rows; i++) {
      int from = block.at(i, 0);
      int to = i * columns + column;
      if (block.buffer().storage() instanceof float[] elements) {
        for (int j = 0; j < block.columns(); j++) {
          x[to + j] = elements[from + j * step];
        }
      } else {
        double[] elements = block.buffer().doubles();
        for (int j = 0; j < block.columns(); j++) {
          x[to + j] = elements[from + j * step];
        }
      }
    }
  }

  /** Copies the elements to a block, rounded. */
  void store(MatrixBlock block) {
    store(0, block);
  }

  /** Copies the columns from a number on to a block, rounded. */
  void store(int column, MatrixBlock block) {
    int step = block.columnStride();
    for (int i = 0; i < rows; i++) {
      int to = block.at(i, 0);
      int from = i * columns + column;
      if (block.buffer().storage() instanceof float[] elements) {
        for (int j = 0; j < block.columns(); j++) {
          elements[to + j * step] = (float) x[from + j];
        }
      } else {
        double[] elements = block.buffer().doubles();
        for (int j = 0; j < block.columns(); j++) {
          elements[to + j * step] = x[from + j];
        }
      }
    }
  }

  /**
   * Eliminates as {@link Elimination} does, in place.
   *
   * @return the row that each step exchanged its own with
   */
  int[] eliminate() {
    var pivots = new int[Math.min(rows, columns)];
    for (int from = 0; from < pivots.length; from += AT_ONCE) {
      int to = Math.min(pivots.length, from + AT_ONCE);
      for (int k = from; k < to; k++) {
        pivots[k] = pivot(k);
        exchangeRows(k, pivots[k]);
        eliminate(k, to);
      }
      for (int i = from + 1; i < rows; i++) {
        int row = i * columns;
        int above = Math.min(i, to) - from;
        subtract(row + to, columns - to, x, row + from, 1, from * columns + to, above);
      }
    }
    return pivots;
  }

  /** Eliminates a column from those up to another one. */
  private void eliminate(int k, int end) {
    int row = k * columns;
    double divisor = x[row + k];
    if (divisor == 0) {
      return;
    }
    for (int i = k + 1; i < rows; i++) {
      int at = i * columns;
      double factor = x[at + k] / divisor;
      x[at + k] = factor;
      for (int j = k + 1; j < end; j++) {
        x[at + j] = Math.fma(-factor, x[row + j], x[at + j]);
      }
    }
  }

  /**
   * {@return the first of the largest elements of a column from the diagonal on; a NaN if first}
   */
  private int pivot(int column) {
    int pivot = column;
    for (int i = column + 1; i < rows; i++) {
      if (Math.abs(x[i * columns + column]) > Math.abs(x[pivot * columns + column])) {
        pivot = i;
      }
    }
    return pivot;
  }

  void exchangeRows(int i, int j) {
    if (i != j) {
      for (int k = 0; k < columns; k++) {
        double moved = x[i * columns + k];
        x[i * columns + k] = x[j * columns + k];
        x[j * columns + k] = moved;
      }
    }
  }

  /**
   * Computes the upper triangle {@code U} with {@code U^T U} the symmetric matrix whose upper
   * triangle this one has, in place. Elements below the diagonal are neither read nor changed.
   *
   * @return whether the matrix is positive definite
   */
  boolean factorPositiveDefinite() {
    for (int k = 0; k < rows; k++) {
      int row = k * columns;
      subtract(row + k, columns - k, x, k, columns, k, k);
      double square = x[row + k];
      if (!(square > 0)) {
        return false;
      }
      double diagonal = Math.sqrt(square);
      x[row + k] = diagonal;
      for (int j = k + 1; j < columns; j++) {
        x[row + j] /= diagonal;
      }
    }
    return true;
  }

  /** Solves for the columns after the upper triangle that the first columns are, in place. */
  void solveBeside() {
    int right = columns - rows;
    for (int i = rows - 1; i >= 0; i--) {
      int row = i * columns;
      int below = rows - 1 - i;
      subtract(row + rows, right, x, row + i + 1, 1, row + columns + rows, below);
      for (int j = rows; j < columns; j++) {
        x[row + j] /= x[row + i];
      }
    }
  }

  /**
   * Solves {@code a y = x} for a triangle {@code a}, in place of {@code x}.
   *
   * @param lower which triangle is read
   * @param unitDiagonal whether the diagonal counts as ones, unread
   */
  void solve(SmallMatrix a, boolean lower, boolean unitDiagonal) {
    for (int step = 0; step < rows; step++) {
      int i = lower ? step : rows - 1 - step;
      int row = i * columns;
      int first = lower ? 0 : i + 1;
      subtract(row, columns, a.x, i * rows + first, 1, first * columns, step);
      if (!unitDiagonal) {
        double divisor = a.x[i * rows + i];
        for (int j = 0; j < columns; j++) {
          x[row + j] /= divisor;
        }
      }
    }
  }

  /**
   * Subtracts multiples of some rows from a part of a row.
   *
   * @param at where the part begins
   * @param length of the part
   * @param factors of the rows
   * @param factor the place of the first factor
   * @param step what leads from a factor to the next
   * @param from where the same part of the first row begins
   * @param count number of rows
   */
  private void subtract(
      int at, int length, double[] factors, int factor, int step, int from, int count) {
    int f = factor;
    int row = from;
    int k = 0;
    for (; k + AT_ONCE <= count; k += AT_ONCE) {
      double f0 = -factors[f];
      double f1 = -factors[f + step];
      double f2 = -factors[f + 2 * step];
      double f3 = -factors[f + 3 * step];
      int row1 = row + columns;
      int row2 = row1 + columns;
      int row3 = row2 + columns;
      for (int j = 0; j < length; j++) {
        double low = Math.fma(f1, x[row1 + j], Math.fma(f0, x[row + j], x[at + j]));
        x[at + j] = Math.fma(f3, x[row3 + j], Math.fma(f2, x[row2 + j], low));
      }
      f += AT_ONCE * step;
      row = row3 + columns;
    }
    for (; k < count; k++) {
      double f0 = -factors[f];
      for (int j = 0; j < length; j++) {
        x[at + j] = Math.fma(f0, x[row + j], x[at + j]);
      }
      f += step;
      row += columns;
    }
  }
}
