package io.cambric.lax.linalg;

import io.cambric.kernel.thread.Parallel;

/**
 * The solution of {@code a x = b} for a triangle {@code a}, in place of {@code b}. Of {@code a}
 * only the triangle is read.
 *
 * <p>The triangle is divided in halves down to small ones, and what the solution of one half takes
 * from the other equations is a product.
 *
 * @param lower which triangle is read
 * @param unitDiagonal whether the diagonal counts as ones, unread
 */
record Substitution(boolean lower, boolean unitDiagonal) {

  /** Rows that are solved for one after the other. */
  static final int LEAF = 16;

  /** Rows of a matrix that is one leaf, since calls would take longer than they save. */
  static final int SMALL = 32;

  /** The same where the right-hand side has no more columns. */
  private static final int NARROW = 64;

  /** Columns that are solved at a time, so that they stay in the L1 cache. */
  private static final int COLUMNS = 256;

  /**
   * Solves.
   *
   * @param x the right-hand side, of the minuends of {@code products}, overwritten
   */
  void solve(BlockProducts products, MatrixBlock a, MatrixBlock x) {
    if (a.rows() <= SMALL || Math.max(a.rows(), x.columns()) <= NARROW) {
      solveRows(a, x);
    } else {
      solveHalves(products, a, x);
    }
  }

  private void solveHalves(BlockProducts products, MatrixBlock a, MatrixBlock x) {
    int n = a.rows();
    if (n <= LEAF) {
      solveRows(a, x);
      return;
    }
    int middle = MatrixBlock.middle(n, LEAF);
    var first = a.part(0, middle, 0, middle);
    var last = a.part(middle, n, middle, n);
    var top = x.rows(0, middle);
    var bottom = x.rows(middle, n);
    if (lower) {
      solveHalves(products, first, top);
      products.subtract(bottom, a.part(middle, n, 0, middle), top);
      solveHalves(products, last, bottom);
    } else {
      solveHalves(products, last, bottom);
      products.subtract(top, a.part(0, middle, middle, n), bottom);
      solveHalves(products, first, top);
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
}
