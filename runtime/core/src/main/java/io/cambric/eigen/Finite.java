package io.cambric.eigen;

import java.util.Arrays;

/**
 * Preconditions of the decompositions: finite elements, and a scale that neither overflows nor
 * underflows.
 */
final class Finite {

  private Finite() {}

  static boolean all(double[][] matrix) {
    return Arrays.stream(matrix).flatMapToDouble(Arrays::stream).allMatch(Double::isFinite);
  }

  static void fillWithNan(double[][] matrix) {
    for (var row : matrix) {
      Arrays.fill(row, Double.NaN);
    }
  }

  /** {@return a power of two that scales the largest element to near 1; 1 for a matrix of zeros} */
  static double scale(double[][] matrix) {
    double largest =
        Arrays.stream(matrix).flatMapToDouble(Arrays::stream).map(Math::abs).max().orElse(0);
    return largest == 0 ? 1 : Math.scalb(1.0, Math.max(-1022, Math.getExponent(largest)));
  }
}
