package io.cambric.lax.linalg;

import io.cambric.array.DType;

/**
 * Some rows or columns of a matrix as vectors of one length, each in an array of its own. Loops
 * over them are compiled to vector instructions, which loops over parts of one array are not.
 *
 * <p>The order of every sum depends on the numbers of lines and elements only.
 */
sealed interface Lines permits FloatLines, DoubleLines {

  /**
   * {@return lines of zeros}
   *
   * @param dtype F32 or F64
   */
  static Lines allocate(DType dtype, int count, int length) {
    return dtype == DType.F32
        ? new FloatLines(new float[count][length])
        : new DoubleLines(new double[count][length]);
  }

  double get(int line, int at);

  void set(int line, int at, double value);

  /** Copies the rows of a block of the same dtype to the first lines. */
  void load(MatrixBlock rows);

  /** Copies the first lines to the rows of a block of the same dtype. */
  void store(MatrixBlock rows);

  /**
   * Subtracts multiples of lines from a line, in a range of elements.
   *
   * @param line is not among those subtracted
   * @param factors element {@code k} is the factor of line {@code k}
   */
  void subtract(int line, int from, int to, double[] factors, int first, int count);

  /** Divides a range of elements of a line. */
  void divide(int line, int from, int to, double divisor);

  /**
   * Computes the products of a line with other lines, over a range of elements.
   *
   * @param products element {@code k} becomes the product with line {@code k}
   */
  void dots(int line, int from, int to, int first, int count, double[] products);

  /**
   * {@return the sum of the squares of a range of elements, in double precision}
   *
   * @param scale multiplies each element before
   */
  double squares(int line, int from, int to, double scale);

  /** {@return the largest absolute value in a range of elements; NaN where one is NaN} */
  double largest(int line, int from, int to);

  /**
   * {@return the first element with the largest absolute value in a range that is not empty}
   *
   * <p>A NaN counts as smaller than all but the first element, and as larger if it is the first.
   */
  int indexOfLargest(int line, int from, int to);

  /** Exchanges elements {@code i} and {@code j} of every line. */
  void exchangeElements(int i, int j);

  /** Exchanges two lines. */
  void exchangeLines(int i, int j);
}
