package io.cambric.eigen;

import java.util.Arrays;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.SingularValueDecomposition;

/**
 * Singular value decomposition of a matrix, with orthonormal singular vectors.
 *
 * <p>The algorithm is the reduction to a bidiagonal matrix of Golub and Kahan, then implicit QR
 * steps. For a matrix that is not finite every number is NaN.
 *
 * @param values the {@code min(rows, columns)} singular values, descending
 * @param left the left singular vector of {@code values[k]} in column {@code k}
 * @param right the right singular vector of {@code values[k]} in row {@code k}
 */
public record SingularValues(double[] values, double[][] left, double[][] right) {

  /** {@return the decomposition of a matrix with a number of columns} */
  public static SingularValues of(double[][] matrix, int columns) {
    int rows = matrix.length;
    int inner = Math.min(rows, columns);
    var values = new double[inner];
    var left = new double[rows][inner];
    var right = new double[inner][columns];
    if (!Finite.all(matrix)) {
      Arrays.fill(values, Double.NaN);
      Finite.fillWithNan(left);
      Finite.fillWithNan(right);
    } else if (inner > 0) {
      double scale = Finite.scale(matrix);
      var decomposition =
          new SingularValueDecomposition(
              MatrixUtils.createRealMatrix(matrix).scalarMultiply(1 / scale));
      for (int k = 0; k < inner; k++) {
        values[k] = decomposition.getSingularValues()[k] * scale;
      }
      left = decomposition.getU().getData();
      right = decomposition.getVT().getData();
    }
    return new SingularValues(values, left, right);
  }
}
