package io.cambric.lax;

import io.cambric.kernel.Operand;

/** Householder's factorisation of one matrix, in double precision. */
final class QrKernel {

  private QrKernel() {}

  /**
   * Factors matrix {@code index} of a dense batch.
   *
   * @param q dense, {@code rows x min(rows, columns)} each
   * @param r dense, {@code min(rows, columns) x columns} each
   */
  static void run(int index, int rows, int columns, Operand matrix, Operand q, Operand r) {
    int inner = Math.min(rows, columns);
    var a = new double[rows][columns];
    int from = matrix.offset() + index * rows * columns;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        a[i][j] = matrix.buffer().getDouble(from + i * columns + j);
      }
    }
    var scales = new double[inner];
    for (int k = 0; k < inner; k++) {
      scales[k] = reflect(a, k);
    }
    int rAt = r.offset() + index * inner * columns;
    for (int i = 0; i < inner; i++) {
      for (int j = 0; j < columns; j++) {
        r.buffer().setDouble(rAt + i * columns + j, j < i ? 0 : a[i][j]);
      }
    }
    writeQ(a, scales, q, q.offset() + index * rows * inner);
  }

  /**
   * Zeros column k below the diagonal; the reflection's vector, 1 first, takes the place of zeros.
   */
  private static double reflect(double[][] a, int k) {
    double tail = 0;
    for (int i = k + 1; i < a.length; i++) {
      tail += a[i][k] * a[i][k];
    }
    if (tail == 0) {
      return 0;
    }
    double head = a[k][k];
    double diagonal = -Math.copySign(Math.sqrt(head * head + tail), head);
    double scale = (diagonal - head) / diagonal;
    for (int i = k + 1; i < a.length; i++) {
      a[i][k] /= head - diagonal;
    }
    a[k][k] = diagonal;
    for (int j = k + 1; j < a[k].length; j++) {
      double dot = a[k][j];
      for (int i = k + 1; i < a.length; i++) {
        dot += a[i][k] * a[i][j];
      }
      a[k][j] -= scale * dot;
      for (int i = k + 1; i < a.length; i++) {
        a[i][j] -= scale * dot * a[i][k];
      }
    }
    return scale;
  }

  /** Applies the reflections, last first, to the columns of the identity. */
  private static void writeQ(double[][] a, double[] scales, Operand q, int at) {
    int rows = a.length;
    int inner = scales.length;
    var column = new double[rows];
    for (int j = 0; j < inner; j++) {
      java.util.Arrays.fill(column, 0);
      column[j] = 1;
      for (int k = inner - 1; k >= 0; k--) {
        double dot = column[k];
        for (int i = k + 1; i < rows; i++) {
          dot += a[i][k] * column[i];
        }
        column[k] -= scales[k] * dot;
        for (int i = k + 1; i < rows; i++) {
          column[i] -= scales[k] * dot * a[i][k];
        }
      }
      for (int i = 0; i < rows; i++) {
        q.buffer().setDouble(at + i * inner + j, column[i]);
      }
    }
  }
}
