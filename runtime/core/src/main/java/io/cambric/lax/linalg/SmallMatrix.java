package io.cambric.lax.linalg;

/**
 * A copy of a small matrix in double precision. Its loops take less time than a call of a kernel,
 * and need no memory except the matrices.
 *
 * @param x the rows
 */
record SmallMatrix(double[][] x, int columns) {

  /** The most rows and columns of a matrix for which kernels are not faster. */
  private static final int LARGEST = 64;

  /** Columns that are eliminated from the others at once. */
  private static final int AT_ONCE = 4;

  /** {@return whether a matrix is small} */
  static boolean fits(MatrixBlock matrix) {
    return matrix.rows() <= LARGEST && matrix.columns() <= LARGEST;
  }

  /** {@return a copy of a block of F32 or F64} */
  static SmallMatrix of(MatrixBlock block) {
    return new SmallMatrix(block.toDoubles(), block.columns());
  }

  /** {@return a copy of two blocks side by side} */
  static SmallMatrix of(MatrixBlock left, MatrixBlock right) {
    int columns = left.columns() + right.columns();
    var both = new double[left.rows()][columns];
    left.load(both, 0);
    right.load(both, left.columns());
    return new SmallMatrix(both, columns);
  }

  private DoubleLines lines() {
    return new DoubleLines(x);
  }

  private int rows() {
    return x.length;
  }

  /** Copies the elements to a block, rounded. */
  void store(MatrixBlock block) {
    block.set(x, 0);
  }

  /** Copies the columns from a number on to a block, rounded. */
  void store(int column, MatrixBlock block) {
    block.set(x, column);
  }

  /**
   * Eliminates in place, like {@link Elimination}.
   *
   * @return for each step, the row that was exchanged with its own
   */
  int[] eliminate() {
    var lines = lines();
    var pivots = new int[Math.min(rows(), columns)];
    for (int from = 0; from < pivots.length; from += AT_ONCE) {
      int to = Math.min(pivots.length, from + AT_ONCE);
      for (int k = from; k < to; k++) {
        pivots[k] = pivot(k);
        exchangeRows(k, pivots[k]);
        eliminate(k, to);
      }
      for (int i = from + 1; i < rows(); i++) {
        lines.subtract(i, to, columns, x[i], from, Math.min(i, to) - from);
      }
    }
    return pivots;
  }

  /** Eliminates a column from the columns up to another column. */
  private void eliminate(int k, int end) {
    double[] row = x[k];
    double divisor = row[k];
    if (divisor == 0) {
      return;
    }
    for (int i = k + 1; i < rows(); i++) {
      double[] other = x[i];
      double factor = other[k] / divisor;
      other[k] = factor;
      for (int j = k + 1; j < end; j++) {
        other[j] = Math.fma(-factor, row[j], other[j]);
      }
    }
  }

  /**
   * {@return the first of the largest elements of a column from the diagonal on, or a NaN on the
   * diagonal}
   */
  private int pivot(int column) {
    int pivot = column;
    for (int i = column + 1; i < rows(); i++) {
      if (Math.abs(x[i][column]) > Math.abs(x[pivot][column])) {
        pivot = i;
      }
    }
    return pivot;
  }

  private void exchangeRows(int i, int j) {
    double[] moved = x[i];
    x[i] = x[j];
    x[j] = moved;
  }

  /**
   * Computes in place the upper triangle {@code U} such that {@code U^T U} is this symmetric
   * matrix. Elements below the diagonal are neither read nor changed.
   *
   * @return whether the matrix is positive definite
   */
  boolean factorPositiveDefinite() {
    var lines = lines();
    var factors = new double[rows()];
    for (int k = 0; k < rows(); k++) {
      lines.elements(k, 0, k, factors);
      lines.subtract(k, k, columns, factors, 0, k);
      double square = x[k][k];
      if (!(square > 0)) {
        return false;
      }
      x[k][k] = Math.sqrt(square);
      lines.divide(k, k + 1, columns, x[k][k]);
    }
    return true;
  }

  /** Solves in place for the columns after the upper triangle, which the first columns hold. */
  void solveBeside() {
    var lines = lines();
    for (int i = rows() - 1; i >= 0; i--) {
      lines.subtract(i, rows(), columns, x[i], i + 1, rows() - 1 - i);
      lines.divide(i, rows(), columns, x[i][i]);
    }
  }

  /**
   * Solves {@code a y = x} for a triangle {@code a}, in place of {@code x}.
   *
   * @param lower which triangle is read
   * @param unitDiagonal whether the diagonal is taken as ones and not read
   */
  void solve(SmallMatrix a, boolean lower, boolean unitDiagonal) {
    var lines = lines();
    for (int step = 0; step < rows(); step++) {
      int i = lower ? step : rows() - 1 - step;
      lines.subtract(i, 0, columns, a.x[i], lower ? 0 : i + 1, step);
      if (!unitDiagonal) {
        lines.divide(i, 0, columns, a.x[i][i]);
      }
    }
  }
}
