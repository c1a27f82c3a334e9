package io.cambric.lax.linalg;

import io.cambric.kernel.Kernels;

/**
 * A symmetric matrix as {@code Q T Q^T} with a tridiagonal matrix {@code T}, by Householder
 * reflections.
 *
 * @param diagonal of T
 * @param off the elements next to the diagonal
 * @param vectors a row for each reflection, with its vector
 * @param scales of the reflections
 * @see TwoSided
 */
record Tridiagonal(double[] diagonal, double[] off, MatrixBlock vectors, double[] scales) {

  /** {@return the tridiagonal form of a matrix that is not empty; both triangles are read} */
  static Tridiagonal of(Kernels kernels, MatrixBlock matrix) {
    int n = matrix.rows();
    var a = TwoSided.of(matrix);
    var result =
        new Tridiagonal(
            new double[n],
            new double[n - 1],
            MatrixBlock.allocate(matrix.dtype(), n - 1, n),
            new double[n - 1]);
    var room = MatrixBlock.allocate(matrix.dtype(), n, n);
    try (var products = new BlockProducts(kernels, room.buffer())) {
      for (int from = 0; from < n; from += a.width()) {
        int to = Math.min(n, from + a.width());
        for (int i = from; i < to; i++) {
          result.reduce(a, i, i - from);
        }
        if (a.isSmall()) {
          for (int i = to; i < n; i++) {
            multipliers(a, i, a.width());
            a.subtract(i, to, a.width(), a.width());
          }
        } else if (to < n) {
          var factors = a.factors(to);
          a.subtract(products, room, factors, exchanged(factors));
        }
      }
    }
    return result;
  }

  /** {@return the rows with the two halves exchanged} */
  private static MatrixBlock exchanged(MatrixBlock rows) {
    int half = rows.rows() / 2;
    var result = MatrixBlock.allocate(rows.dtype(), rows.rows(), rows.columns());
    result.rows(0, half).copyFrom(rows.rows(half, 2 * half));
    result.rows(half, 2 * half).copyFrom(rows.rows(0, half));
    return result;
  }

  /**
   * Updates a row and reflects it.
   *
   * @param a the matrix; its factors are V, the vectors of the panel, and W, their products with
   *     the matrix; {@code V W^T + W V^T} remains to be subtracted
   * @param done reflections in the panel
   */
  private void reduce(TwoSided a, int row, int done) {
    var lines = a.lines();
    var factors = a.factors();
    multipliers(a, row, done);
    a.subtract(row, row, done, done);
    diagonal[row] = lines.get(row, row);
    if (row == off.length) {
      return;
    }
    int start = row + 1;
    int v = a.first(done);
    int w = a.second(done);
    double scale = a.reflect(row, start, v);
    scales[row] = scale;
    off[row] = lines.get(row, start);
    lines.store(v, vectors.rows(row, start));
    a.combine(w, start, start, lines, v, scale);
    a.dots(v, start, done, done);
    for (int k = 0; k < done; k++) {
      double product = factors[a.first(k)];
      factors[a.first(k)] = scale * factors[a.second(k)];
      factors[a.second(k)] = scale * product;
    }
    a.subtract(w, start, done, done);
    lines.dots(v, start, a.columns(), w, 1, factors);
    factors[v] = scale * factors[w] / 2;
    lines.subtract(w, start, a.columns(), factors, v, 1);
  }

  /** Sets the multipliers of the factors of a row to the elements of the other factor. */
  private static void multipliers(TwoSided a, int row, int done) {
    for (int k = 0; k < done; k++) {
      a.factors()[a.first(k)] = a.lines().get(a.second(k), row);
      a.factors()[a.second(k)] = a.lines().get(a.first(k), row);
    }
  }

  /** Multiplies by Q from the left. */
  void applyQ(Kernels kernels, MatrixBlock x) {
    int n = diagonal.length;
    var columns = vectors.part(0, n - 1, 1, n).transposed();
    new CompactWy(kernels, columns, scales).applyAll(x.part(1, n, 0, x.columns()));
  }

  /** {@return the columns of Q as lines} */
  Lines columns(Kernels kernels) {
    int n = diagonal.length;
    var rows = MatrixBlock.allocate(vectors.dtype(), n, n);
    rows.set(0, 0, 1);
    var columns = vectors.part(0, n - 1, 1, n).transposed();
    new CompactWy(kernels, columns, scales).storeProduct(rows.part(1, n, 1, n).transposed());
    var lines = Lines.allocate(vectors.dtype(), n, n);
    lines.load(rows);
    return lines;
  }
}
