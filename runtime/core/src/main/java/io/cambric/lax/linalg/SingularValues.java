package io.cambric.lax.linalg;

import io.cambric.kernel.Kernels;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The singular values and vectors of a matrix with at least as many rows as columns. It is reduced
 * to a bidiagonal matrix, to which QR steps are applied. A tall matrix is first reduced to an upper
 * triangle.
 *
 * @see <a href="https://www.netlib.org/lapack/lug/node53.html">LAPACK, singular value
 *     decomposition</a>
 */
final class SingularValues {

  /** The ratio of rows to columns from which a matrix is first reduced to a triangle. */
  private static final double TALL = 1.5;

  private final @Nullable Householder triangular;
  private final double[] values;
  private final double scale;
  private final int[] order;
  private final @Nullable Lines left;
  private final @Nullable Lines right;

  private SingularValues(
      @Nullable Householder triangular,
      double[] values,
      double scale,
      @Nullable Lines left,
      @Nullable Lines right) {
    this.triangular = triangular;
    this.values = values;
    this.scale = scale;
    this.order =
        Matrices.order(values.length, Comparator.comparingDouble(k -> -Math.abs(values[k])));
    this.left = left;
    this.right = right;
  }

  /**
   * {@return the decomposition; null if it does not converge}
   *
   * @param leftVectors the number of left vectors; if 0, there are no right vectors either
   */
  static @Nullable SingularValues of(Kernels kernels, Scaled scaled, int leftVectors) {
    var matrix = scaled.matrix();
    int rows = matrix.rows();
    int n = matrix.columns();
    Householder triangular = null;
    if (rows > n && rows >= TALL * n) {
      triangular = Householder.of(kernels, matrix);
      matrix = MatrixBlock.allocate(matrix.dtype(), n, n);
      triangular.storeR(matrix);
    }
    if (n == 0) {
      return new SingularValues(triangular, new double[0], 1, null, null);
    }
    var reduced = Bidiagonal.of(kernels, matrix);
    int columns = triangular == null ? leftVectors : n;
    var left = leftVectors > 0 ? reduced.leftColumns(kernels, columns) : null;
    var right = leftVectors > 0 ? reduced.rightColumns(kernels) : null;
    double[] values = reduced.diagonal();
    var steps =
        new BidiagonalQr(
            values,
            reduced.above(),
            new Rotations(left, n, matrix.rows()),
            new Rotations(right, n, n),
            matrix.dtype().epsilon());
    return steps.run() ? new SingularValues(triangular, values, scaled.scale(), left, right) : null;
  }

  /** Stores the values, descending. */
  void storeValues(MatrixBlock row) {
    for (int k = 0; k < order.length; k++) {
      row.set(0, k, Math.abs(values[order[k]]) * scale);
    }
  }

  /** Stores all left vectors, in columns. */
  void storeLeft(MatrixBlock u) {
    int n = order.length;
    if (triangular != null) {
      u.setIdentity();
    }
    if (left != null) {
      var vectors = triangular == null ? u : u.part(0, n, 0, n);
      var all = IntStream.range(0, vectors.columns()).map(k -> k < n ? order[k] : k).toArray();
      left.inOrder(all).store(vectors.transposed());
    }
    if (triangular != null) {
      triangular.applyQ(u);
    }
  }

  /** Stores the right vectors in rows. */
  void storeRight(MatrixBlock vt) {
    if (right == null) {
      return;
    }
    var rows = right.inOrder(order);
    rows.store(vt);
    for (int k = 0; k < order.length; k++) {
      if (values[order[k]] < 0) {
        for (int j = 0; j < vt.columns(); j++) {
          vt.set(k, j, -vt.get(k, j));
        }
      }
    }
  }
}
