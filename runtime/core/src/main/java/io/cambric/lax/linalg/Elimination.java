package io.cambric.lax.linalg;

import io.cambric.array.Buffer;

/**
 * Gauss elimination of a matrix in place, with the largest element of each column as its pivot.
 *
 * <p>The columns are divided recursively into halves, and one half is eliminated from the other by
 * a matrix product.
 *
 * @see <a href="https://doi.org/10.1137/S0895479896297744">Toledo, Locality of reference in LU
 *     decomposition with partial pivoting, 1997</a>
 */
final class Elimination {

  /** Columns that are eliminated one after another. */
  private static final int LEAF = 16;

  private final BlockProducts products;
  private final MatrixBlock a;
  private final int[] pivots;
  private final Buffer spare;
  private final int leaf;

  private Elimination(BlockProducts products, MatrixBlock a) {
    this.products = products;
    this.a = a;
    this.pivots = new int[Math.min(a.rows(), a.columns())];
    this.leaf = pivots.length <= Substitution.SMALL ? Substitution.SMALL : LEAF;
    this.spare = Buffer.allocate(a.dtype(), a.columns());
  }

  /**
   * Eliminates.
   *
   * @param a the minuends of {@code products}, dense; becomes the triangle, with the multipliers
   *     below it
   * @return for each step, the row that was exchanged with its own
   */
  static int[] run(BlockProducts products, MatrixBlock a) {
    var elimination = new Elimination(products, a);
    int square = elimination.pivots.length;
    if (square > 0) {
      elimination.eliminate(0, square);
      elimination.solve(0, square, a.columns());
    }
    return elimination.pivots;
  }

  private void eliminate(int from, int to) {
    if (to - from <= leaf) {
      eliminateColumns(from, to);
      return;
    }
    int middle = from + MatrixBlock.middle(to - from, leaf);
    eliminate(from, middle);
    solve(from, middle, to);
    products.subtract(
        a.part(middle, a.rows(), middle, to),
        a.part(middle, a.rows(), from, middle),
        a.part(from, middle, middle, to));
    eliminate(middle, to);
  }

  /** Computes the rows of the triangle that belong to eliminated columns, to the right of these. */
  private void solve(int from, int to, int end) {
    new Substitution(true, true)
        .solve(products, a.part(from, to, from, to), a.part(from, to, to, end));
  }

  private void eliminateColumns(int from, int to) {
    int size = to - from;
    int rows = a.rows() - from;
    var columns = a.part(from, a.rows(), from, to);
    var lines = Lines.allocate(a.dtype(), size, rows);
    lines.load(columns.transposed());
    var factors = new double[size];
    for (int k = 0; k < size; k++) {
      eliminateBefore(lines, k, rows, factors);
      int pivot = lines.indexOfLargest(k, k, rows);
      lines.exchangeElements(k, pivot);
      pivots[from + k] = from + pivot;
      a.exchangeRows(from + k, from + pivot, spare);
      if (lines.get(k, k) != 0) {
        lines.divide(k, k + 1, rows, lines.get(k, k));
      }
    }
    lines.store(columns.transposed());
  }

  /** Subtracts from a column the products of the columns before it. */
  private static void eliminateBefore(Lines lines, int column, int rows, double[] factors) {
    for (int k = 0; k < column; k++) {
      factors[k] = lines.get(column, k);
      lines.subtract(column, k + 1, column, factors, k, 1);
    }
    lines.subtract(column, column, rows, factors, 0, column);
  }
}
