package io.cambric.eigen;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;

/**
 * Eigendecomposition of a symmetric matrix, with orthonormal eigenvectors.
 *
 * <p>The algorithm is the reduction to a tridiagonal matrix of Householder, then implicit QL steps.
 * For a matrix that is not finite every number is NaN.
 *
 * @param values the eigenvalues, ascending
 * @param vectors the eigenvector of {@code values[k]} in column {@code k}, of arbitrary sign
 */
public record SymmetricEigen(double[] values, double[][] vectors) {

  /**
   * {@return the decomposition of a symmetric matrix}
   *
   * @param matrix square; elements above the diagonal are not read
   */
  public static SymmetricEigen ofLower(double[][] matrix) {
    int n = matrix.length;
    var values = new double[n];
    var vectors = new double[n][n];
    if (!Finite.all(matrix)) {
      Arrays.fill(values, Double.NaN);
      Finite.fillWithNan(vectors);
    } else if (n > 0) {
      double scale = Finite.scale(matrix);
      var decomposition =
          new EigenDecomposition(MatrixUtils.createRealMatrix(symmetric(matrix, scale)));
      var found = decomposition.getRealEigenvalues();
      var order = IntStream.range(0, n).boxed().sorted(Comparator.comparingDouble(k -> found[k]));
      int at = 0;
      for (int k : (Iterable<Integer>) order::iterator) {
        values[at] = found[k] * scale;
        var vector = decomposition.getEigenvector(k);
        for (int i = 0; i < n; i++) {
          vectors[i][at] = vector.getEntry(i);
        }
        at++;
      }
    }
    return new SymmetricEigen(values, vectors);
  }

  private static double[][] symmetric(double[][] matrix, double scale) {
    var full = new double[matrix.length][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j <= i; j++) {
        full[i][j] = matrix[i][j] / scale;
        full[j][i] = full[i][j];
      }
    }
    return full;
  }
}
