package io.cambric.kernel.plain;

import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.Fold;
import io.cambric.kernel.block.StridedIndex;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;

/** Plain matrix products with sums in double precision, or in 64-bit integers. */
final class PlainMatmul {

  /** Rows that share one pass over the right factor. */
  private static final int ROWS = 4;

  private PlainMatmul() {}

  static void run(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    boolean floating = spec.dtype().isFloating();
    int m = spec.rows();
    int n = spec.columns();
    int k = spec.inner();
    for (int b = 0; b < spec.batch(); b++) {
      var left = matrix(lhs, b);
      var right = matrix(rhs, b);
      Object x =
          floating
              ? StridedIndex.denseDoubles(new int[] {m, k}, left)
              : StridedIndex.denseLongs(new int[] {m, k}, left);
      Object y =
          floating
              ? rows(StridedIndex.denseDoubles(new int[] {k, n}, right), k, n)
              : StridedIndex.denseLongs(new int[] {k, n}, right);
      var target = matrix(out, b);
      long work = Math.max(1, (long) n * k);
      Parallel.forRange(
          m,
          Math.clamp((1 << 18) / work, ROWS, 1 << 20),
          (from, to) -> {
            for (int i = from; i < to; i += ROWS) {
              int rows = Math.min(ROWS, to - i);
              if (floating) {
                products((double[]) x, (double[][]) y, i, rows, n, k, target);
              } else {
                products((long[]) x, (long[]) y, i, rows, n, k, target);
              }
            }
          });
    }
  }

  private static Operand matrix(Operand operand, int batch) {
    int[] s = operand.strides();
    return new Operand(operand.buffer(), operand.offset() + batch * s[0], new int[] {s[1], s[2]});
  }

  /** {@return rows in separate arrays, so that their loops are compiled to vector instructions} */
  private static double[][] rows(double[] matrix, int count, int length) {
    var rows = new double[count][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(matrix, i * length, (i + 1) * length));
    return rows;
  }

  private static void products(
      double[] x, double[][] y, int row, int rows, int n, int k, Operand target) {
    double[][] sums = new double[rows][n];
    int p = 0;
    for (; p + 4 <= k; p += 4) {
      for (int r = 0; r < rows; r++) {
        addScaled4(x, (row + r) * k + p, y, p, sums[r]);
      }
    }
    for (; p < k; p++) {
      for (int r = 0; r < rows; r++) {
        addScaled(x[(row + r) * k + p], y[p], sums[r]);
      }
    }
    for (int r = 0; r < rows; r++) {
      int position = target.offset() + (row + r) * target.strides()[0];
      for (int j = 0; j < n; j++) {
        target.buffer().setDouble(position + j * target.strides()[1], sums[r][j]);
      }
    }
  }

  /** Adds multiples of four rows, one after the other. */
  private static void addScaled4(double[] x, int at, double[][] y, int p, double[] sums) {
    double a0 = x[at];
    double a1 = x[at + 1];
    double a2 = x[at + 2];
    double a3 = x[at + 3];
    double[] y0 = y[p];
    double[] y1 = y[p + 1];
    double[] y2 = y[p + 2];
    double[] y3 = y[p + 3];
    for (int j = 0; j < sums.length; j++) {
      double first = Math.fma(a1, y1[j], Math.fma(a0, y0[j], sums[j]));
      sums[j] = Math.fma(a3, y3[j], Math.fma(a2, y2[j], first));
    }
  }

  private static void addScaled(double a, double[] y, double[] sums) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] = Math.fma(a, y[j], sums[j]);
    }
  }

  private static void products(
      long[] x, long[] y, int row, int rows, int n, int k, Operand target) {
    long[][] sums = new long[rows][n];
    for (int p = 0; p < k; p++) {
      for (int r = 0; r < rows; r++) {
        addScaled(x[(row + r) * k + p], y, p * n, sums[r]);
      }
    }
    for (int r = 0; r < rows; r++) {
      int position = target.offset() + (row + r) * target.strides()[0];
      for (int j = 0; j < n; j++) {
        Fold.storeWhole(target.buffer(), position + j * target.strides()[1], sums[r][j]);
      }
    }
  }

  private static void addScaled(long a, long[] y, int at, long[] sums) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] += a * y[at + j];
    }
  }
}
