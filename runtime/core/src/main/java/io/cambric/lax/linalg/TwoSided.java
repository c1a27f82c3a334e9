package io.cambric.lax.linalg;

import io.cambric.kernel.thread.Parallel;

/**
 * A matrix while reflections from both sides reduce it. Products of the matrix with vectors find
 * each panel of reflections. The matrix then changes by one product of two factors.
 *
 * <p>The lines are the rows of the matrix, then the rows of two factors, then a temporary line.
 * Each line of a factor has a partner, and their products remain to be subtracted from the matrix.
 *
 * @param lines rows of the matrix, of two factors, and the temporary line
 * @param rows number of rows of the matrix
 * @param columns length of the lines
 * @param width lines of each factor
 * @param factors memory for a number for each line
 * @see <a href="https://www.netlib.org/lapack/lawnspdf/lawn02.pdf">Dongarra, Hammarling and
 *     Sorensen, Block reduction of matrices to condensed forms, 1987</a>
 */
record TwoSided(Lines lines, int rows, int columns, int width, double[] factors) {

  /**
   * The most elements of a matrix that is changed line by line, since a product would take longer.
   */
  private static final int SMALL = 1 << 12;

  /** Elements of a product with a vector that justify another thread. */
  private static final int GRAIN = 1 << 17;

  /** {@return a matrix with factors of zeros} */
  static TwoSided of(MatrixBlock matrix) {
    int width = Math.max(matrix.rows(), matrix.columns()) <= 256 ? 16 : 32;
    int count = matrix.rows() + 2 * width + 1;
    var lines = Lines.allocate(matrix.dtype(), count, matrix.columns());
    lines.load(matrix);
    return new TwoSided(lines, matrix.rows(), matrix.columns(), width, new double[count]);
  }

  /** {@return whether the matrix is changed line by line rather than by a product} */
  boolean isSmall() {
    return rows * columns <= SMALL;
  }

  /** {@return the number of a line of the first factor} */
  int first(int k) {
    return rows + k;
  }

  /** {@return the number of a line of the second factor} */
  int second(int k) {
    return rows + width + k;
  }

  /**
   * Subtracts multiples of the first lines of the factors from a line, from an element on.
   *
   * @param first number of lines of the first factor, multiplied by the {@code factors} of the
   *     lines
   * @param second number of lines of the second factor
   */
  void subtract(int line, int start, int first, int second) {
    lines.subtract(line, start, columns, factors, first(0), first);
    lines.subtract(line, start, columns, factors, second(0), second);
  }

  /**
   * Computes the products of the first lines of the factors with a line, from an element on, as the
   * {@code factors} of these lines.
   */
  void dots(int line, int start, int first, int second) {
    lines.dots(line, start, columns, first(0), first, factors);
    lines.dots(line, start, columns, second(0), second, factors);
  }

  /**
   * Makes a reflection of a row.
   *
   * @param from the first element
   * @param kept a line of a factor that receives the vector
   * @return the scale
   */
  double reflect(int row, int from, int kept) {
    double scale = Reflections.generate(lines, row, from, columns);
    lines.fill(kept, 0, from, 0);
    lines.set(kept, from, 1);
    lines.copy(row, kept, from + 1, columns);
    return scale;
  }

  /**
   * Sets a line to a combination of rows of the matrix; its first elements become 0.
   *
   * @param from the first of the rows
   * @param vector number of a line of {@code vectors} with the factor of each row
   * @param scale of all factors
   */
  void combine(int line, int start, int from, Lines vectors, int vector, double scale) {
    for (int i = from; i < rows; i++) {
      factors[i] = -scale * vectors.get(vector, i);
    }
    lines.fill(line, 0, columns, 0);
    Parallel.forRange(
        columns - start,
        Math.max(1, GRAIN / Math.max(1, rows - from)),
        (first, end) ->
            lines.subtract(line, start + first, start + end, factors, from, rows - from));
  }

  /** {@return a copy of both factors, without their first elements} */
  MatrixBlock factors(int start) {
    var all = MatrixBlock.allocate(lines.dtype(), 2 * width, columns);
    lines.store(first(0), all);
    return all.part(0, 2 * width, start, columns);
  }

  /**
   * Subtracts products from the elements of the remaining rows and columns.
   *
   * @param room a matrix as large as this one
   * @param left a row for each term, with the factors of the rows
   * @param right a row for each term, with the factors of the columns
   */
  void subtract(BlockProducts products, MatrixBlock room, MatrixBlock left, MatrixBlock right) {
    int row = rows - left.columns();
    int column = columns - right.columns();
    products.multiply(room.part(row, rows, column, columns), left.transposed(), right);
    int spare = rows + 2 * width;
    factors[spare] = 1;
    for (int i = row; i < rows; i++) {
      lines.load(spare, room.rows(i, i + 1));
      lines.subtract(i, column, columns, factors, spare, 1);
    }
  }
}
