package io.cambric.lax.linalg;

import io.cambric.kernel.thread.Parallel;

/**
 * The solution of {@code a x = b} for a triangle {@code a}, in place of {@code b}. Only the
 * triangle of {@code a} is read.
 *
 * <p>The triangle is divided recursively into halves, and the solution of one half is eliminated
 * from the other equations by a matrix product.
 *
 * @param lower which triangle is read
 * @param unitDiagonal whether the diagonal is taken as ones and not read
 */
record Substitution(boolean lower, boolean unitDiagonal) {

  /** Rows that are solved for one after another. */
  static final int LEAF = 16;

  /** The most rows of a matrix that is one leaf, because calls would not pay. */
  static final int SMALL = 32;

  /** The same if the right-hand side has no more columns than this. */
  private static final int NARROW = 64;

  /** The most columns of a right-hand side that are solved for one after another. */
  private static final int FEW = 8;

  /** Rows of a leaf for few columns. */
  private static final int TALL_LEAF = 64;

  /** Columns that are solved at a time, to stay in the L1 cache. */
  private static final int COLUMNS = 256;

  /**
   * Solves.
   *
   * @param x the right-hand side, a block of the minuends of {@code products}; overwritten
   */
  void solve(BlockProducts products, MatrixBlock a, MatrixBlock x) {
    if (x.columns() <= FEW) {
      solveHalves(products, a, x, TALL_LEAF);
    } else if (a.rows() <= SMALL || Math.max(a.rows(), x.columns()) <= NARROW) {
      solveRows(a, x);
    } else {
      solveHalves(products, a, x, LEAF);
    }
  }

  private void solveHalves(BlockProducts products, MatrixBlock a, MatrixBlock x, int leaf) {
    int n = a.rows();
    if (n <= leaf) {
      if (x.columns() <= FEW) {
        solveColumns(a, x);
      } else {
        solveRows(a, x);
      }
      return;
    }
    int middle = MatrixBlock.middle(n, leaf);
    var first = a.part(0, middle, 0, middle);
    var last = a.part(middle, n, middle, n);
    var top = x.rows(0, middle);
    var bottom = x.rows(middle, n);
    if (lower) {
      solveHalves(products, first, top, leaf);
      products.subtract(bottom, a.part(middle, n, 0, middle), top);
      solveHalves(products, last, bottom, leaf);
    } else {
      solveHalves(products, last, bottom, leaf);
      products.subtract(top, a.part(0, middle, middle, n), bottom);
      solveHalves(products, first, top, leaf);
    }
  }

  private void solveRows(MatrixBlock a, MatrixBlock x) {
    int n = a.rows();
    double[][] factors = a.toDoubles();
    Parallel.forRange(
        x.columns(),
        COLUMNS,
        (from, to) -> {
          var lines = Lines.allocate(x.dtype(), n, to - from);
          var part = x.part(0, n, from, to);
          lines.load(part);
          for (int step = 0; step < n; step++) {
            int i = lower ? step : n - 1 - step;
            lines.subtract(i, 0, to - from, factors[i], lower ? 0 : i + 1, step);
            if (!unitDiagonal) {
              lines.divide(i, 0, to - from, factors[i][i]);
            }
          }
          lines.store(part);
        });
  }

  /** Solves for a few elements of each column, and subtracts their products at once. */
  private void solveColumns(MatrixBlock a, MatrixBlock x) {
    int n = a.rows();
    var lines = Lines.allocate(x.dtype(), n + x.columns(), n);
    lines.load(0, a.transposed());
    lines.load(n, x.transposed());
    var solved = new double[n];
    for (int done = 0; done < n; done += Lines.AT_ONCE) {
      int count = Math.min(Lines.AT_ONCE, n - done);
      int first = lower ? done : n - done - count;
      int end = first + count;
      for (int column = n; column < n + x.columns(); column++) {
        for (int k = 0; k < count; k++) {
          solveElement(lines, column, lower ? first + k : end - 1 - k, k, solved);
        }
        lines.subtract(column, lower ? end : 0, lower ? n : first, solved, first, count);
      }
    }
    lines.store(n, x.transposed());
  }

  /**
   * Solves for an element of a column.
   *
   * @param lines the columns of the triangle, then the columns of the right-hand side
   * @param near number of solved elements before it whose products are not subtracted yet
   * @param solved the solutions
   */
  private void solveElement(Lines lines, int column, int row, int near, double[] solved) {
    int step = lower ? 1 : -1;
    double left = lines.get(column, row);
    for (int k = row - near * step; k != row; k += step) {
      left = Math.fma(-lines.get(k, row), solved[k], left);
    }
    solved[row] = unitDiagonal ? left : left / lines.get(row, row);
    lines.set(column, row, solved[row]);
  }
}
