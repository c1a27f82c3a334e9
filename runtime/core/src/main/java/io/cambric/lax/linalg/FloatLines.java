package io.cambric.lax.linalg;

import io.cambric.array.DType;
import java.util.Arrays;

/** Lines of f32. */
record FloatLines(float[][] lines) implements Lines {

  @Override
  public DType dtype() {
    return DType.F32;
  }

  @Override
  public double get(int line, int at) {
    return lines[line][at];
  }

  @Override
  public void set(int line, int at, double value) {
    lines[line][at] = (float) value;
  }

  @Override
  public void load(int first, MatrixBlock rows) {
    float[] x = rows.buffer().floats();
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

  private void load8(float[] x, int from, int stride, int length, int line) {
    float[] y0 = lines[line];
    float[] y1 = lines[line + 1];
    float[] y2 = lines[line + 2];
    float[] y3 = lines[line + 3];
    float[] y4 = lines[line + 4];
    float[] y5 = lines[line + 5];
    float[] y6 = lines[line + 6];
    float[] y7 = lines[line + 7];
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
    float[] x = rows.buffer().floats();
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

  private void store8(float[] x, int from, int stride, int length, int line) {
    float[] y0 = lines[line];
    float[] y1 = lines[line + 1];
    float[] y2 = lines[line + 2];
    float[] y3 = lines[line + 3];
    float[] y4 = lines[line + 4];
    float[] y5 = lines[line + 5];
    float[] y6 = lines[line + 6];
    float[] y7 = lines[line + 7];
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
      subtract1(lines[line], from, to, (float) factors[k], lines[k]);
    }
  }

  private void subtract4(float[] y, int from, int to, double[] factors, int k) {
    float f0 = -(float) factors[k];
    float f1 = -(float) factors[k + 1];
    float f2 = -(float) factors[k + 2];
    float f3 = -(float) factors[k + 3];
    float[] x0 = lines[k];
    float[] x1 = lines[k + 1];
    float[] x2 = lines[k + 2];
    float[] x3 = lines[k + 3];
    for (int i = from; i < to; i++) {
      y[i] =
          Math.fma(f3, x3[i], Math.fma(f2, x2[i], Math.fma(f1, x1[i], Math.fma(f0, x0[i], y[i]))));
    }
  }

  private static void subtract1(float[] y, int from, int to, float factor, float[] x) {
    float f = -factor;
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
      subtract1(lines[k], from, to, (float) factors[k], lines[subtrahend]);
    }
  }

  private void subtractFrom4(int k, int from, int to, double[] factors, float[] x) {
    float f0 = -(float) factors[k];
    float f1 = -(float) factors[k + 1];
    float f2 = -(float) factors[k + 2];
    float f3 = -(float) factors[k + 3];
    float[] y0 = lines[k];
    float[] y1 = lines[k + 1];
    float[] y2 = lines[k + 2];
    float[] y3 = lines[k + 3];
    for (int i = from; i < to; i++) {
      y0[i] = Math.fma(f0, x[i], y0[i]);
      y1[i] = Math.fma(f1, x[i], y1[i]);
      y2[i] = Math.fma(f2, x[i], y2[i]);
      y3[i] = Math.fma(f3, x[i], y3[i]);
    }
  }

  @Override
  public void divide(int line, int from, int to, double divisor) {
    float[] y = lines[line];
    float d = (float) divisor;
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

  private void dots4(float[] y, int from, int to, int k, double[] products) {
    float[] x0 = lines[k];
    float[] x1 = lines[k + 1];
    float[] x2 = lines[k + 2];
    float[] x3 = lines[k + 3];
    float even0 = 0;
    float even1 = 0;
    float even2 = 0;
    float even3 = 0;
    float odd0 = 0;
    float odd1 = 0;
    float odd2 = 0;
    float odd3 = 0;
    int i = from;
    int end = to - 1;
    for (; i < end; i += 2) {
      float even = y[i];
      float odd = y[i + 1];
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

  private static float dot(float[] y, int from, int to, float[] x) {
    float even = 0;
    float odd = 0;
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
    float[] x = lines[line];
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
    float[] x = lines[line];
    float largest = 0;
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

  private static int indexOfLargestBesideNan(float[] x, int from, int to) {
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
    for (float[] line : lines) {
      float moved = line[i];
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
    Arrays.fill(lines[line], from, to, (float) value);
  }

  @Override
  public FloatLines inOrder(int[] order) {
    var moved = new float[order.length][];
    Arrays.setAll(moved, i -> lines[order[i]]);
    return new FloatLines(moved);
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
          (float) cosines[first + k],
          (float) sines[first + k],
          from,
          to);
    }
  }

  private void rotate4(
      int line, int step, double[] cosines, double[] sines, int k, int from, int to) {
    float c0 = (float) cosines[k];
    float c1 = (float) cosines[k + 1];
    float c2 = (float) cosines[k + 2];
    float c3 = (float) cosines[k + 3];
    float s0 = (float) sines[k];
    float s1 = (float) sines[k + 1];
    float s2 = (float) sines[k + 2];
    float s3 = (float) sines[k + 3];
    float[] x0 = lines[line];
    float[] x1 = lines[line + step];
    float[] x2 = lines[line + 2 * step];
    float[] x3 = lines[line + 3 * step];
    float[] x4 = lines[line + 4 * step];
    for (int i = from; i < to; i++) {
      float y0 = x0[i];
      float y1 = x1[i];
      float y2 = x2[i];
      float y3 = x3[i];
      float y4 = x4[i];
      float z1 = Math.fma(c0, y1, -s0 * y0);
      float z2 = Math.fma(c1, y2, -s1 * z1);
      float z3 = Math.fma(c2, y3, -s2 * z2);
      x0[i] = Math.fma(c0, y0, s0 * y1);
      x1[i] = Math.fma(c1, z1, s1 * y2);
      x2[i] = Math.fma(c2, z2, s2 * y3);
      x3[i] = Math.fma(c3, z3, s3 * y4);
      x4[i] = Math.fma(c3, y4, -s3 * z3);
    }
  }

  private static void rotate1(float[] x, float[] y, float c, float s, int from, int to) {
    for (int i = from; i < to; i++) {
      float first = x[i];
      float second = y[i];
      x[i] = Math.fma(c, first, s * second);
      y[i] = Math.fma(c, second, -s * first);
    }
  }
}
