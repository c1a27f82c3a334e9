package io.cambric.lax.linalg;

/**
 * The lengths of columns while reflections remove one row after another. A length is computed from
 * the previous one, unless too many digits cancel.
 *
 * @see <a href="https://doi.org/10.1145/1377612.1377616">Drmac and Bujanovic, On the failure of
 *     rank-revealing QR factorization software, 2008</a>
 */
final class ColumnLengths {

  /** The fraction that the square of a length may lose before it is recomputed. */
  private static final double LEAST = 0x1p-26;

  /** The factor by which a column must be longer than an earlier one, because of rounding. */
  private static final double LONGER = 1 + 0x1p-46;

  private final int rows;
  private final double[] lengths;

  /** The lengths last computed from all elements. */
  private final double[] computed;

  /** Computes the lengths of the columns of an f64 matrix. */
  ColumnLengths(MatrixBlock matrix) {
    this.rows = matrix.rows();
    var columns = Lines.allocate(matrix.dtype(), matrix.columns(), rows);
    columns.load(matrix.transposed());
    this.lengths = new double[matrix.columns()];
    for (int j = 0; j < lengths.length; j++) {
      lengths[j] = columns.norm(j, 0, rows);
    }
    this.computed = lengths.clone();
  }

  /** {@return the first of the longest columns from a number on} */
  int longest(int from) {
    int longest = from;
    for (int j = from + 1; j < lengths.length; j++) {
      if (lengths[j] > LONGER * lengths[longest]) {
        longest = j;
      }
    }
    return longest;
  }

  /** Exchanges a column with a later column, whose position is not used again. */
  void exchange(int first, int later) {
    lengths[later] = lengths[first];
    computed[later] = computed[first];
  }

  /**
   * Removes a row from the lengths of the columns after its index.
   *
   * @param matrix the rows, after the reflection
   */
  void shorten(int row, Lines matrix) {
    for (int j = row + 1; j < lengths.length; j++) {
      if (lengths[j] == 0) {
        continue;
      }
      double part = matrix.get(row, j) / lengths[j];
      double left = Math.max(0, 1 - part * part);
      double kept = lengths[j] / computed[j];
      if (left * kept * kept > LEAST) {
        lengths[j] *= Math.sqrt(left);
      } else {
        var column = new double[1][rows];
        matrix.elements(j, row + 1, rows, column[0]);
        lengths[j] = new DoubleLines(column).norm(0, row + 1, rows);
        computed[j] = lengths[j];
      }
    }
  }
}
