package io.cambric.lax.linalg;

import io.cambric.kernel.Kernels;

/**
 * A matrix with at least as many rows as columns, as {@code Q B P^T} with an upper bidiagonal
 * matrix {@code B}, by Householder reflections.
 *
 * @param diagonal of B
 * @param above the elements above the diagonal
 * @param left a row for each reflection from the left, with its vector
 * @param right a row for each reflection from the right
 * @param leftScales of the reflections
 * @param rightScales of the reflections
 * @see TwoSided
 */
record Bidiagonal(
    double[] diagonal,
    double[] above,
    MatrixBlock left,
    MatrixBlock right,
    double[] leftScales,
    double[] rightScales) {

  /** {@return the bidiagonal form of a matrix that is not empty} */
  static Bidiagonal of(Kernels kernels, MatrixBlock matrix) {
    int rows = matrix.rows();
    int n = matrix.columns();
    var result =
        new Bidiagonal(
            new double[n],
            new double[n - 1],
            MatrixBlock.allocate(matrix.dtype(), n, rows),
            MatrixBlock.allocate(matrix.dtype(), n - 1, n),
            new double[n],
            new double[n - 1]);
    var a = TwoSided.of(matrix);
    var t = TwoSided.of(matrix.transposed());
    var room = MatrixBlock.allocate(matrix.dtype(), rows, n);
    var transposedRoom = MatrixBlock.allocate(matrix.dtype(), n, rows);
    try (var products = new BlockProducts(kernels, room.buffer())) {
      for (int from = 0; from < n; from += a.width()) {
        int to = Math.min(n, from + a.width());
        for (int i = from; i < to; i++) {
          result.reduceColumn(a, t, i, i - from);
          if (i < n - 1) {
            result.reduceRow(a, t, i, i - from);
          }
        }
        if (a.isSmall()) {
          subtract(a, t, to);
          subtract(t, a, to);
        } else if (to < n) {
          var ofRows = t.factors(to);
          var ofColumns = a.factors(to);
          a.subtract(products, room, ofRows, ofColumns);
          t.subtract(products, transposedRoom, ofColumns, ofRows);
        }
      }
    }
    return result;
  }

  /**
   * Updates a column and reflects it.
   *
   * @param a the matrix, with the factors Y, products of the columns, and V, vectors from the right
   * @param t the transpose, with the factors U and X; {@code U Y^T + X V^T} remains to be
   *     subtracted from the matrix
   * @param done reflections in the panel
   */
  private void reduceColumn(TwoSided a, TwoSided t, int column, int done) {
    multipliers(t, a, column, done, done);
    t.subtract(column, column, done, done);
    int u = t.first(done);
    int y = a.first(done);
    double scale = t.reflect(column, column, u);
    leftScales[column] = scale;
    diagonal[column] = t.lines().get(column, column);
    t.lines().store(u, left.rows(column, column + 1));
    a.combine(y, column + 1, column, t.lines(), u, scale);
    t.dots(u, column, done, done);
    scaled(a, t, scale, done, done);
    a.subtract(y, column + 1, done, done);
  }

  /** Updates a row and reflects it, after the column with the same number. */
  private void reduceRow(TwoSided a, TwoSided t, int row, int done) {
    int start = row + 1;
    multipliers(a, t, row, done + 1, done);
    a.subtract(row, start, done + 1, done);
    int v = a.second(done);
    int x = t.second(done);
    double scale = a.reflect(row, start, v);
    rightScales[row] = scale;
    above[row] = a.lines().get(row, start);
    a.lines().store(v, right.rows(row, start));
    t.combine(x, start, start, a.lines(), v, scale);
    a.dots(v, start, done + 1, done);
    scaled(t, a, scale, done + 1, done);
    t.subtract(x, start, done + 1, done);
  }

  /** Subtracts all pending products from the rows and columns from a number on. */
  private static void subtract(TwoSided a, TwoSided partners, int from) {
    for (int i = from; i < a.rows(); i++) {
      multipliers(a, partners, i, a.width(), a.width());
      a.subtract(i, from, a.width(), a.width());
    }
  }

  /** Sets the multipliers of factors to the elements of their partner lines at a place. */
  private static void multipliers(
      TwoSided factors, TwoSided partners, int at, int first, int second) {
    for (int k = 0; k < first; k++) {
      factors.factors()[factors.first(k)] = partners.lines().get(partners.first(k), at);
    }
    for (int k = 0; k < second; k++) {
      factors.factors()[factors.second(k)] = partners.lines().get(partners.second(k), at);
    }
  }

  /** Sets the multipliers of factors to multiples of the dot products of the partners. */
  private static void scaled(
      TwoSided factors, TwoSided partners, double scale, int first, int second) {
    for (int k = 0; k < first; k++) {
      factors.factors()[factors.first(k)] = scale * partners.factors()[partners.first(k)];
    }
    for (int k = 0; k < second; k++) {
      factors.factors()[factors.second(k)] = scale * partners.factors()[partners.second(k)];
    }
  }

  /** {@return the first columns of Q as lines} */
  Lines leftColumns(Kernels kernels, int count) {
    var rows = MatrixBlock.allocate(left.dtype(), count, left.columns());
    new CompactWy(kernels, left.transposed(), leftScales).storeProduct(rows.transposed());
    return lines(rows);
  }

  /** {@return the columns of P as lines} */
  Lines rightColumns(Kernels kernels) {
    int n = diagonal.length;
    var rows = MatrixBlock.allocate(right.dtype(), n, n);
    rows.set(0, 0, 1);
    var columns = right.part(0, n - 1, 1, n).transposed();
    new CompactWy(kernels, columns, rightScales).storeProduct(rows.part(1, n, 1, n).transposed());
    return lines(rows);
  }

  private static Lines lines(MatrixBlock rows) {
    var lines = Lines.allocate(rows.dtype(), rows.rows(), rows.columns());
    lines.load(rows);
    return lines;
  }
}
