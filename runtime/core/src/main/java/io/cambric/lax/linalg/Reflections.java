package io.cambric.lax.linalg;

/**
 * Householder reflections of some columns, one after the other.
 *
 * @param lines the columns; reflection {@code k} leaves the triangle in elements 0 to k of line
 *     {@code k}, and the vector of the reflection after them
 * @param count number of lines
 * @param length of the lines
 */
record Reflections(Lines lines, int count, int length) {

  /** Sums of squares between these lost nothing to overflow and underflow. */
  private static final double SMALLEST_SQUARE = 0x1p-900;

  private static final double LARGEST_SQUARE = 0x1p1000;

  /**
   * Makes all but the first elements of column k zeros, and applies the reflection to the columns
   * after it.
   *
   * @return the scale of the reflection; 0 where it is the identity
   */
  double reflect(int k) {
    double tail = norm(k, k + 1);
    if (tail == 0) {
      return 0;
    }
    double head = lines.get(k, k);
    double diagonal = -Math.copySign(Math.hypot(head, tail), head);
    double scale = (diagonal - head) / diagonal;
    lines.divide(k, k + 1, length, head - diagonal);
    lines.set(k, k, diagonal);
    var dots = new double[count];
    var factor = new double[count];
    lines.dots(k, k + 1, length, k + 1, count - k - 1, dots);
    for (int j = k + 1; j < count; j++) {
      double first = lines.get(j, k);
      factor[k] = scale * (first + dots[j]);
      lines.set(j, k, first - factor[k]);
      lines.subtract(j, k + 1, length, factor, k, 1);
    }
    return scale;
  }

  /** {@return the first of the longest columns from k on, counting elements from k on} */
  int longest(int k) {
    int longest = k;
    double most = norm(k, k);
    for (int j = k + 1; j < count; j++) {
      double norm = norm(j, k);
      if (norm > most) {
        longest = j;
        most = norm;
      }
    }
    return longest;
  }

  /** {@return the length of a column, counting elements from a number on} */
  private double norm(int line, int from) {
    double squares = lines.squares(line, from, length, 1);
    if (squares > SMALLEST_SQUARE && squares < LARGEST_SQUARE) {
      return Math.sqrt(squares);
    }
    double largest = lines.largest(line, from, length);
    if (largest == 0 || !Double.isFinite(largest)) {
      return largest;
    }
    int exponent = Math.max(Double.MIN_EXPONENT, Math.getExponent(largest));
    double scaled = lines.squares(line, from, length, Math.scalb(1.0, -exponent));
    return Math.scalb(Math.sqrt(scaled), exponent);
  }
}
