package io.cambric.lax.linalg;

/**
 * Householder reflections of some columns, one after another.
 *
 * @param lines the columns; reflection {@code k} leaves the triangle in elements 0 to k of line
 *     {@code k}, and the vector of the reflection after them
 * @param count number of lines
 * @param length of the lines
 */
record Reflections(Lines lines, int count, int length) {

  /**
   * Makes all but the first elements of column k zeros, and applies the reflection to the columns
   * after it.
   *
   * @return the scale of the reflection; 0 if it is the identity
   */
  double reflect(int k) {
    double scale = generate(lines, k, k, length);
    if (scale == 0) {
      return 0;
    }
    double diagonal = lines.get(k, k);
    lines.set(k, k, 1);
    apply(lines, k, scale, k, length, k + 1, count);
    lines.set(k, k, diagonal);
    return scale;
  }

  /**
   * Applies a reflection to lines, in the elements from one number to another.
   *
   * @param vector the line of its vector
   * @param from the first element of the vector that is not 0
   * @param first the first of the lines
   * @param last the end of the lines
   */
  static void apply(Lines lines, int vector, double scale, int from, int to, int first, int last) {
    var factors = new double[last];
    lines.dots(vector, from, to, first, last - first, factors);
    for (int j = first; j < last; j++) {
      factors[j] *= scale;
    }
    lines.subtractFrom(first, last - first, from, to, factors, vector);
  }

  /**
   * Finds the reflection that zeroes all but the first element of a range. The first element
   * becomes its image. The others become the vector of the reflection, without its first element,
   * 1.
   *
   * @return the scale of the reflection; 0 if it is the identity
   */
  static double generate(Lines lines, int line, int from, int to) {
    double tail = lines.norm(line, from + 1, to);
    if (tail == 0) {
      return 0;
    }
    double head = lines.get(line, from);
    double diagonal = -Math.copySign(Lines.length(head, tail), head);
    lines.divide(line, from + 1, to, head - diagonal);
    lines.set(line, from, diagonal);
    return (diagonal - head) / diagonal;
  }
}
