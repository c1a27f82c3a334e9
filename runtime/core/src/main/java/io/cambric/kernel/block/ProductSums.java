package io.cambric.kernel.block;

import java.util.Arrays;

/** Sums of products of doubles, in order of k, by plain loops that read both factors in place. */
public final class ProductSums {

  private ProductSums() {}

  /**
   * Sums multiples of adjacent columns.
   *
   * @param factors one for each k
   * @param from position of the first column, to which the offsets of {@code across} are added
   * @param at index of the first of {@code n} sums
   */
  public static void addScaled(
      double[] factors, double[] x, int from, int[] across, double[] sums, int at, int n) {
    Arrays.fill(sums, at, at + n, 0);
    for (int p = 0; p < across.length; p++) {
      double f = factors[p];
      int next = from + across[p];
      for (int j = 0; j < n; j++) {
        sums[at + j] = Math.fma(f, x[next + j], sums[at + j]);
      }
    }
  }

  /**
   * Sums the products of up to eight columns; their chains of additions overlap.
   *
   * @param factors one for each k
   * @param column the first of the columns, up to {@code end}
   * @param at index of the first of the sums
   */
  public static void addProducts(
      double[] factors, ListedMatrix b, int column, int end, double[] sums, int at) {
    int base = b.offset();
    int[] l = b.lines();
    int last = end - 1;
    int[] across = b.across();
    double[] x = b.data();
    int x0 = base + l[column];
    int x1 = base + l[Math.min(column + 1, last)];
    int x2 = base + l[Math.min(column + 2, last)];
    int x3 = base + l[Math.min(column + 3, last)];
    int x4 = base + l[Math.min(column + 4, last)];
    int x5 = base + l[Math.min(column + 5, last)];
    int x6 = base + l[Math.min(column + 6, last)];
    int x7 = base + l[Math.min(column + 7, last)];
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int p = 0; p < across.length; p++) {
      double f = factors[p];
      int k = across[p];
      s0 = Math.fma(f, x[x0 + k], s0);
      s1 = Math.fma(f, x[x1 + k], s1);
      s2 = Math.fma(f, x[x2 + k], s2);
      s3 = Math.fma(f, x[x3 + k], s3);
      s4 = Math.fma(f, x[x4 + k], s4);
      s5 = Math.fma(f, x[x5 + k], s5);
      s6 = Math.fma(f, x[x6 + k], s6);
      s7 = Math.fma(f, x[x7 + k], s7);
    }
    double[] all = {s0, s1, s2, s3, s4, s5, s6, s7};
    System.arraycopy(all, 0, sums, at, end - column);
  }

  /**
   * Sums products of one row and one column each, for consecutive products of a batch.
   *
   * @param line line of A
   * @param to position of the result of product 0
   * @param first the first product, up to {@code end}
   */
  public static void addApart(
      ListedMatrix a, int line, ListedMatrix b, double[] c, int to, int first, int end) {
    for (int g = first; g < end; g++) {
      double sum = 0;
      for (int p = 0; p < a.across().length; p++) {
        double x = a.data()[a.offset() + line + a.across()[p] + g];
        sum = Math.fma(x, b.data()[b.offset() + b.across()[p] + g], sum);
      }
      c[to + g] = sum;
    }
  }
}
