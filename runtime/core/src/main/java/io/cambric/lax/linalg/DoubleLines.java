package io.cambric.lax.linalg;

import io.cambric.array.DType;
import java.util.Arrays;

/** Lines of f64. */
record DoubleLines(double[][] lines) implements Lines {

  @Override
  public DType dtype() {
    return DType.F64;
  }

  @Override
  public double get(int line, int at) {
    return lines[line][at];
  }

  @Override
  public void set(int line, int at, double value) {
    lines[line][at] = value;
  }

  @Override
  public void load(int first, MatrixBlock rows) {
    double[] x = rows.buffer().doubles();
    if (rows.columnStride() == 1) {
      for (int i = 0; i < rows.rows(); i++) {
        System.arraycopy(x, rows.at(i, 0), lines[first + i], 0, rows.columns());
      }
      return;
    }
    int i = 0;
    for (; rows.rowStride() == 1 && i + 8 <= rows.rows(); i += 8) {
      load8(x, rows.at(i, 0), rows.columnStride(), rows.columns(), first + i);
    }
    for (; i < rows.rows(); i++) {
      for (int j = 0; j < rows.columns(); j++) {
        lines[first + i][j] = x[rows.at(i, j)];
      }
    }
  }

  private void load8(double[] x, int from, int stride, int length, int line) {
    double[] y0 = lines[line];
    double[] y1 = lines[line + 1];
    double[] y2 = lines[line + 2];
    double[] y3 = lines[line + 3];
    double[] y4 = lines[line + 4];
    double[] y5 = lines[line + 5];
    double[] y6 = lines[line + 6];
    double[] y7 = lines[line + 7];
    int at = from;
    for (int j = 0; j < length; j++) {
      y0[j] = x[at];
      y1[j] = x[at + 1];
      y2[j] = x[at + 2];
      y3[j] = x[at + 3];
      y4[j] = x[at + 4];
      y5[j] = x[at + 5];
      y6[j] = x[at + 6];
      y7[j] = x[at + 7];
      at += stride;
    }
  }

  @Override
  public void store(int first, MatrixBlock rows) {
    double[] x = rows.buffer().doubles();
    if (rows.columnStride() == 1) {
      for (int i = 0; i < rows.rows(); i++) {
        System.arraycopy(lines[first + i], 0, x, rows.at(i, 0), rows.columns());
      }
      return;
    }
    int i = 0;
    for (; rows.rowStride() == 1 && i + 8 <= rows.rows(); i += 8) {
      store8(x, rows.at(i, 0), rows.columnStride(), rows.columns(), first + i);
    }
    for (; i < rows.rows(); i++) {
      for (int j = 0; j < rows.columns(); j++) {
        x[rows.at(i, j)] = lines[first + i][j];
      }
    }
  }

  private void store8(double[] x, int from, int stride, int length, int line) {
    double[] y0 = lines[line];
    double[] y1 = lines[line + 1];
    double[] y2 = lines[line + 2];
    double[] y3 = lines[line + 3];
    double[] y4 = lines[line + 4];
    double[] y5 = lines[line + 5];
    double[] y6 = lines[line + 6];
    double[] y7 = lines[line + 7];
    int at = from;
    for (int j = 0; j < length; j++) {
      x[at] = y0[j];
      x[at + 1] = y1[j];
      x[at + 2] = y2[j];
      x[at + 3] = y3[j];
      x[at + 4] = y4[j];
      x[at + 5] = y5[j];
      x[at + 6] = y6[j];
      x[at + 7] = y7[j];
      at += stride;
    }
  }

  @Override
  public void subtract(int line, int from, int to, double[] factors, int first, int count) {
    int k = first;
    int end = first + count;
    for (; k + AT_ONCE <= end; k += AT_ONCE) {
      subtract4(lines[line], from, to, factors, k);
    }
    for (; k < end; k++) {
      subtract1(lines[line], from, to, factors[k], lines[k]);
    }
  }

  private void subtract4(double[] y, int from, int to, double[] factors, int k) {
    double f0 = -factors[k];
    double f1 = -factors[k + 1];
    double f2 = -factors[k + 2];
    double f3 = -factors[k + 3];
    double[] x0 = lines[k];
    double[] x1 = lines[k + 1];
    double[] x2 = lines[k + 2];
    double[] x3 = lines[k + 3];
    for (int i = from; i < to; i++) {
      y[i] =
          Math.fma(f3, x3[i], Math.fma(f2, x2[i], Math.fma(f1, x1[i], Math.fma(f0, x0[i], y[i]))));
    }
  }

  private static void subtract1(double[] y, int from, int to, double factor, double[] x) {
    double f = -factor;
    for (int i = from; i < to; i++) {
      y[i] = Math.fma(f, x[i], y[i]);
    }
  }

  @Override
  public void subtractFrom(
      int first, int count, int from, int to, double[] factors, int subtrahend) {
    int k = first;
    int end = first + count;
    for (; k + AT_ONCE <= end; k += AT_ONCE) {
      subtractFrom4(k, from, to, factors, lines[subtrahend]);
    }
    for (; k < end; k++) {
      subtract1(lines[k], from, to, factors[k], lines[subtrahend]);
    }
  }

  private void subtractFrom4(int k, int from, int to, double[] factors, double[] x) {
    double f0 = -factors[k];
    double f1 = -factors[k + 1];
    double f2 = -factors[k + 2];
    double f3 = -factors[k + 3];
    double[] y0 = lines[k];
    double[] y1 = lines[k + 1];
    double[] y2 = lines[k + 2];
    double[] y3 = lines[k + 3];
    for (int i = from; i < to; i++) {
      y0[i] = Math.fma(f0, x[i], y0[i]);
      y1[i] = Math.fma(f1, x[i], y1[i]);
      y2[i] = Math.fma(f2, x[i], y2[i]);
      y3[i] = Math.fma(f3, x[i], y3[i]);
    }
  }

  @Override
  public void divide(int line, int from, int to, double divisor) {
    double[] y = lines[line];
    double d = divisor;
    for (int i = from; i < to; i++) {
      y[i] /= d;
    }
  }

  @Override
  public void dots(int line, int from, int to, int first, int count, double[] products) {
    int k = first;
    int end = first + count;
    for (; k + AT_ONCE <= end; k += AT_ONCE) {
      dots4(lines[line], from, to, k, products);
    }
    for (; k < end; k++) {
      products[k] = dot(lines[line], from, to, lines[k]);
    }
  }

  private void dots4(double[] y, int from, int to, int k, double[] products) {
    double[] x0 = lines[k];
    double[] x1 = lines[k + 1];
    double[] x2 = lines[k + 2];
    double[] x3 = lines[k + 3];
    double even0 = 0;
    double even1 = 0;
    double even2 = 0;
    double even3 = 0;
    double odd0 = 0;
    double odd1 = 0;
    double odd2 = 0;
    double odd3 = 0;
    int i = from;
    int end = to - 1;
    for (; i < end; i += 2) {
      double even = y[i];
      double odd = y[i + 1];
      even0 = Math.fma(even, x0[i], even0);
      even1 = Math.fma(even, x1[i], even1);
      even2 = Math.fma(even, x2[i], even2);
      even3 = Math.fma(even, x3[i], even3);
      odd0 = Math.fma(odd, x0[i + 1], odd0);
      odd1 = Math.fma(odd, x1[i + 1], odd1);
      odd2 = Math.fma(odd, x2[i + 1], odd2);
      odd3 = Math.fma(odd, x3[i + 1], odd3);
    }
    if (i < to) {
      even0 = Math.fma(y[i], x0[i], even0);
      even1 = Math.fma(y[i], x1[i], even1);
      even2 = Math.fma(y[i], x2[i], even2);
      even3 = Math.fma(y[i], x3[i], even3);
    }
    products[k] = even0 + odd0;
    products[k + 1] = even1 + odd1;
    products[k + 2] = even2 + odd2;
    products[k + 3] = even3 + odd3;
  }

  private static double dot(double[] y, int from, int to, double[] x) {
    double even = 0;
    double odd = 0;
    int i = from;
    int end = to - 1;
    for (; i < end; i += 2) {
      even = Math.fma(y[i], x[i], even);
      odd = Math.fma(y[i + 1], x[i + 1], odd);
    }
    return i < to ? Math.fma(y[i], x[i], even) + odd : even + odd;
  }

  @Override
  public double squares(int line, int from, int to, double scale) {
    double[] x = lines[line];
    double even = 0;
    double odd = 0;
    int i = from;
    int end = to - 1;
    for (; i < end; i += 2) {
      double first = x[i] * scale;
      double second = x[i + 1] * scale;
      even = Math.fma(first, first, even);
      odd = Math.fma(second, second, odd);
    }
    double last = i < to ? x[i] * scale : 0;
    return Math.fma(last, last, even) + odd;
  }

  @Override
  public double largest(int line, int from, int to) {
    double[] x = lines[line];
    double largest = 0;
    for (int i = from; i < to; i++) {
      largest = Math.max(largest, Math.abs(x[i]));
    }
    return largest;
  }

  @Override
  public int indexOfLargest(int line, int from, int to) {
    double largest = largest(line, from, to);
    if (Double.isNaN(largest)) {
      return indexOfLargestBesideNan(lines[line], from, to);
    }
    int i = from;
    while (Math.abs(lines[line][i]) != largest) {
      i++;
    }
    return i;
  }

  private static int indexOfLargestBesideNan(double[] x, int from, int to) {
    int index = from;
    for (int i = from + 1; i < to; i++) {
      if (Math.abs(x[i]) > Math.abs(x[index])) {
        index = i;
      }
    }
    return index;
  }

  @Override
  public void exchangeElements(int i, int j) {
    for (double[] line : lines) {
      double moved = line[i];
      line[i] = line[j];
      line[j] = moved;
    }
  }

  @Override
  public void elements(int at, int from, int to, double[] values) {
    for (int i = from; i < to; i++) {
      values[i] = lines[i][at];
    }
  }

  @Override
  public void copy(int from, int to, int start, int end) {
    System.arraycopy(lines[from], start, lines[to], start, end - start);
  }

  @Override
  public void fill(int line, int from, int to, double value) {
    Arrays.fill(lines[line], from, to, value);
  }

  @Override
  public DoubleLines inOrder(int[] order) {
    var moved = new double[order.length][];
    Arrays.setAll(moved, i -> lines[order[i]]);
    return new DoubleLines(moved);
  }

  @Override
  public void rotate(
      int line,
      int step,
      int count,
      double[] cosines,
      double[] sines,
      int first,
      int from,
      int to) {
    int k = 0;
    for (; k + AT_ONCE <= count; k += AT_ONCE) {
      rotate4(line + k * step, step, cosines, sines, first + k, from, to);
    }
    for (; k < count; k++) {
      rotate1(
          lines[line + k * step],
          lines[line + (k + 1) * step],
          cosines[first + k],
          sines[first + k],
          from,
          to);
    }
  }

  private void rotate4(
      int line, int step, double[] cosines, double[] sines, int k, int from, int to) {
    double c0 = cosines[k];
    double c1 = cosines[k + 1];
    double c2 = cosines[k + 2];
    double c3 = cosines[k + 3];
    double s0 = sines[k];
    double s1 = sines[k + 1];
    double s2 = sines[k + 2];
    double s3 = sines[k + 3];
    double[] x0 = lines[line];
    double[] x1 = lines[line + step];
    double[] x2 = lines[line + 2 * step];
    double[] x3 = lines[line + 3 * step];
    double[] x4 = lines[line + 4 * step];
    for (int i = from; i < to; i++) {
      double y0 = x0[i];
      double y1 = x1[i];
      double y2 = x2[i];
      double y3 = x3[i];
      double y4 = x4[i];
      double z1 = Math.fma(c0, y1, -s0 * y0);
      double z2 = Math.fma(c1, y2, -s1 * z1);
      double z3 = Math.fma(c2, y3, -s2 * z2);
      x0[i] = Math.fma(c0, y0, s0 * y1);
      x1[i] = Math.fma(c1, z1, s1 * y2);
      x2[i] = Math.fma(c2, z2, s2 * y3);
      x3[i] = Math.fma(c3, z3, s3 * y4);
      x4[i] = Math.fma(c3, y4, -s3 * z3);
    }
  }

  private static void rotate1(double[] x, double[] y, double c, double s, int from, int to) {
    for (int i = from; i < to; i++) {
      double first = x[i];
      double second = y[i];
      x[i] = Math.fma(c, first, s * second);
      y[i] = Math.fma(c, second, -s * first);
    }
  }
}
