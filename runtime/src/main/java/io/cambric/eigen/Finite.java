package io.cambric.eigen;

import java.util.Arrays;

/** What the decompositions do not cope with themselves: elements that are no numbers, or huge. */
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

  /** {@return a power of two that brings the largest element near 1; 1 for a matrix of zeros} */
  static double scale(double[][] matrix) {
    double largest =
        Arrays.stream(matrix).flatMapToDouble(Arrays::stream).map(Math::abs).max().orElse(0);
    return largest == 0 ? 1 : Math.scalb(1.0, Math.max(-1022, Math.getExponent(largest)));
  }
}
