package io.cambric.lax.linalg;

import java.util.Arrays;

/**
 * A matrix brought to an upper triangle by reflections, with the signs of LAPACK's {@code geqrf}.
 * An element of the diagonal has the sign opposite to the element it was computed from.
 *
 * <p>Holds the triangle, below it the vectors of the reflections (each 1 first, which is left out),
 * their scales, and the order of the columns. Mutable while it is made.
 */
final class Householder {

  private final double[][] a;
  private final int columns;
  private final double[] scales;
  private final double[] order;

  private Householder(double[][] a, int columns) {
    this.a = a;
    this.columns = columns;
    this.scales = new double[Math.min(a.length, columns)];
    this.order = new double[columns];
    Arrays.setAll(order, j -> j);
  }

  /** {@return the reflections of a matrix, which is overwritten} */
  static Householder of(double[][] a, int columns) {
    var result = new Householder(a, columns);
    for (int k = 0; k < result.scales.length; k++) {
      result.reflect(k);
    }
    return result;
  }

  /**
   * {@return the reflections of a matrix, which is overwritten, with its columns in another order}
   *
   * <p>Each step takes the longest of the columns that remain. So the diagonal of the triangle
   * descends in absolute value.
   *
   * @see <a href="https://www.netlib.org/lapack/lug/node42.html">LAPACK, QR factorization with
   *     column pivoting</a>
   */
  static Householder pivoted(double[][] a, int columns) {
    var result = new Householder(a, columns);
    for (int k = 0; k < result.scales.length; k++) {
      result.exchange(k, result.longest(k));
      result.reflect(k);
    }
    return result;
  }

  /** {@return the first of the longest columns from k on, counting rows from k on} */
  private int longest(int k) {
    var lengths = new double[columns];
    for (int i = k; i < a.length; i++) {
      for (int j = k; j < columns; j++) {
        lengths[j] = Math.hypot(lengths[j], a[i][j]);
      }
    }
    int longest = k;
    for (int j = k + 1; j < columns; j++) {
      if (lengths[j] > lengths[longest]) {
        longest = j;
      }
    }
    return longest;
  }

  private void exchange(int j, int k) {
    for (var row : a) {
      exchange(row, j, k);
    }
    exchange(order, j, k);
  }

  private static void exchange(double[] x, int j, int k) {
    double moved = x[j];
    x[j] = x[k];
    x[k] = moved;
  }

  private void reflect(int k) {
    double tail = 0;
    for (int i = k + 1; i < a.length; i++) {
      tail = Math.hypot(tail, a[i][k]);
    }
    if (tail == 0) {
      return;
    }
    double head = a[k][k];
    double diagonal = -Math.copySign(Math.hypot(head, tail), head);
    scales[k] = (diagonal - head) / diagonal;
    for (int i = k + 1; i < a.length; i++) {
      a[i][k] /= head - diagonal;
    }
    a[k][k] = diagonal;
    apply(k, a, k + 1, columns);
  }

  /** Applies reflection k to columns of a matrix, row after row. */
  private void apply(int k, double[][] x, int from, int to) {
    var dots = Arrays.copyOfRange(x[k], from, to);
    for (int i = k + 1; i < x.length; i++) {
      double factor = a[i][k];
      for (int j = from; j < to; j++) {
        dots[j - from] += factor * x[i][j];
      }
    }
    for (int j = from; j < to; j++) {
      dots[j - from] *= scales[k];
      x[k][j] -= dots[j - from];
    }
    for (int i = k + 1; i < x.length; i++) {
      double factor = a[i][k];
      for (int j = from; j < to; j++) {
        x[i][j] -= factor * dots[j - from];
      }
    }
  }

  /** {@return the scales of the reflections} */
  double[] scales() {
    return scales;
  }

  /** {@return the columns of the matrix in the order that they were taken in} */
  double[] order() {
    return order;
  }

  /** {@return the first columns of the orthogonal matrix} */
  double[][] q(int count) {
    var q = new double[a.length][count];
    for (int j = 0; j < Math.min(a.length, count); j++) {
      q[j][j] = 1;
    }
    for (int k = scales.length - 1; k >= 0; k--) {
      apply(k, q, 0, count);
    }
    return q;
  }

  /** {@return the first rows of the triangle} */
  double[][] r(int count) {
    var r = new double[count][columns];
    for (int i = 0; i < Math.min(count, scales.length); i++) {
      System.arraycopy(a[i], i, r[i], i, columns - i);
    }
    return r;
  }

  /** {@return orthonormal columns, followed by others up to a square orthogonal matrix} */
  static double[][] completed(double[][] orthonormal) {
    int rows = orthonormal.length;
    int columns = rows == 0 ? 0 : orthonormal[0].length;
    var copy = new double[rows][];
    Arrays.setAll(copy, i -> orthonormal[i].clone());
    var q = of(copy, columns).q(rows);
    for (int i = 0; i < rows; i++) {
      System.arraycopy(orthonormal[i], 0, q[i], 0, columns);
    }
    return q;
  }

  /** {@return a matrix with a number of columns by columns} */
  static double[][] transposed(double[][] x, int columns) {
    var transposed = new double[columns][x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < columns; j++) {
        transposed[j][i] = x[i][j];
      }
    }
    return transposed;
  }
}
