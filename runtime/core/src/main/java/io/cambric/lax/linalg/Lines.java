package io.cambric.lax.linalg;

import io.cambric.array.DType;

/**
 * Some rows or columns of a matrix as vectors of one length, each in its own array. The JIT
 * compiles loops over them to vector instructions, unlike loops over parts of one array.
 *
 * <p>The order of every sum depends only on the numbers of lines and elements.
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

  /** The number of lines that one loop reads. C2 does not vectorise a loop over eight. */
  int AT_ONCE = 4;

  /** Sums of squares between these lost nothing to overflow and underflow. */
  double SMALLEST_SQUARE = 0x1p-900;

  double LARGEST_SQUARE = 0x1p1000;

  /** {@return F32 or F64} */
  DType dtype();

  double get(int line, int at);

  void set(int line, int at, double value);

  /** Copies the rows of a block of the same dtype to the first lines. */
  default void load(MatrixBlock rows) {
    load(0, rows);
  }

  /** Copies the rows of a block of the same dtype to the lines from a number on. */
  void load(int first, MatrixBlock rows);

  /** Copies the first lines to the rows of a block of the same dtype. */
  default void store(MatrixBlock rows) {
    store(0, rows);
  }

  /** Copies the lines from a number on to the rows of a block of the same dtype. */
  void store(int first, MatrixBlock rows);

  /** Copies a range of elements of a line to another line. */
  void copy(int from, int to, int start, int end);

  /** Sets a range of elements of a line to one value. */
  void fill(int line, int from, int to, double value);

  /** {@return these lines in another order, with shared elements} */
  Lines inOrder(int[] order);

  /**
   * Subtracts multiples of lines from a line, in a range of elements.
   *
   * @param line not among the subtracted lines
   * @param factors element {@code k} is the factor of line {@code k}
   */
  void subtract(int line, int from, int to, double[] factors, int first, int count);

  /**
   * Subtracts multiples of one line from other lines, in a range of elements.
   *
   * @param factors element {@code k} is the factor for line {@code k}
   * @param subtrahend the line that is subtracted
   */
  void subtractFrom(int first, int count, int from, int to, double[] factors, int subtrahend);

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
   * @param scale the factor of each element before the operation
   */
  double squares(int line, int from, int to, double scale);

  /** {@return the length of a range of elements as a vector} */
  default double norm(int line, int from, int to) {
    double squares = squares(line, from, to, 1);
    if (squares > SMALLEST_SQUARE && squares < LARGEST_SQUARE) {
      return Math.sqrt(squares);
    }
    double largest = largest(line, from, to);
    if (largest == 0 || !Double.isFinite(largest)) {
      return largest;
    }
    int exponent = Math.max(Double.MIN_EXPONENT, Math.getExponent(largest));
    double scaled = squares(line, from, to, Math.scalb(1.0, -exponent));
    return Math.scalb(Math.sqrt(scaled), exponent);
  }

  /** {@return the length of a vector of two numbers} */
  static double length(double x, double y) {
    double squares = x * x + y * y;
    return squares > SMALLEST_SQUARE && squares < LARGEST_SQUARE
        ? Math.sqrt(squares)
        : Math.hypot(x, y);
  }

  /** {@return the largest absolute value in a range of elements; NaN if an element is NaN} */
  double largest(int line, int from, int to);

  /**
   * {@return the first element with the largest absolute value in a range that is not empty}
   *
   * <p>The first element wins if it is NaN; any other NaN counts as smaller than all elements.
   */
  int indexOfLargest(int line, int from, int to);

  /** Exchanges elements {@code i} and {@code j} of every line. */
  void exchangeElements(int i, int j);

  /** Copies element {@code at} of a range of lines to the indices of these lines. */
  void elements(int at, int from, int to, double[] values);

  /**
   * Rotates pairs of neighbouring lines, one pair after another, in a range of elements.
   *
   * <p>Lines x and y become {@code c x + s y} and {@code c y - s x}.
   *
   * @param line the first line of the first pair
   * @param step 1 or -1, the increment from a line to its neighbour
   * @param first the index of the first cosine and sine
   */
  void rotate(
      int line, int step, int count, double[] cosines, double[] sines, int first, int from, int to);
}
