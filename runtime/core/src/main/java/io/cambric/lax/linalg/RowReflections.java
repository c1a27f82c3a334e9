package io.cambric.lax.linalg;

import io.cambric.array.DType;

/**
 * Householder reflections applied to the rows of a matrix. All loops run along rows, and none of
 * them sums products of two lines.
 */
final class RowReflections {

  /** The number of columns from which rows are long enough for vector code. */
  static final int WIDE = 24;

  private final Lines rows;
  private final int count;
  private final int columns;
  private final double[] factors;

  /** Copies a matrix. */
  RowReflections(MatrixBlock matrix) {
    this.count = matrix.rows();
    this.columns = matrix.columns();
    // The last line is temporary.
    this.rows = Lines.allocate(matrix.dtype(), count + 1, columns);
    this.factors = new double[count];
    rows.load(matrix);
  }

  /** {@return the rows} */
  Lines rows() {
    return rows;
  }

  /** {@return the number of columns} */
  int columns() {
    return columns;
  }

  /**
   * Finds the reflection that zeroes column k below the diagonal, and applies it to the columns
   * after it. In column k, only the diagonal element is set.
   *
   * @param vector becomes the vector of the reflection, from element k on
   * @return the scale of the reflection; 0 if it is the identity
   */
  double reflect(int k, double[] vector) {
    rows.elements(k, k, count, vector);
    double scale = Reflections.generate(new DoubleLines(new double[][] {vector}), 0, k, count);
    rows.set(k, k, vector[k]);
    vector[k] = 1;
    if (rows.dtype() == DType.F32) {
      for (int i = k + 1; i < count; i++) {
        vector[i] = (float) vector[i];
      }
    }
    if (scale != 0) {
      apply(vector, scale, k, k + 1);
    }
    return scale;
  }

  /**
   * Applies a reflection.
   *
   * @param from the first element of its vector that is not 0
   * @param column the first column that it changes
   */
  void apply(double[] vector, double scale, int from, int column) {
    rows.fill(count, column, columns, 0);
    rows.subtract(count, column, columns, vector, from, count - from);
    for (int i = from; i < count; i++) {
      factors[i] = -scale * vector[i];
    }
    rows.subtractFrom(from, count - from, column, columns, factors, count);
  }
}
