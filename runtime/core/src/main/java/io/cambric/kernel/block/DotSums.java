package io.cambric.kernel.block;

import io.cambric.kernel.Operand;

/**
 * Sums of products of vectors and lines. A sum has sixteen parts. Part {@code p} adds every
 * sixteenth product in order, starting at product {@code p}. The parts are added as a tree: eight
 * to eight, four to four, and so on. A provider adds parts in vectors of up to sixteen elements.
 */
public class DotSums {

  static final DotSums PLAIN = new DotSums();

  /** Parts of a sum. */
  protected static final int COUNT = 16;

  /** Creates the plain sums. */
  protected DotSums() {}

  /**
   * {@return whether the code is compiled}
   *
   * @param few number of vectors of a product
   * @param products number of multiplications that follow
   */
  protected boolean isHot(int few, long products) {
    return true;
  }

  /**
   * Multiplies one or two vectors by lines.
   *
   * @param vectors strides of batch, vectors and elements, as for {@code lines}; elements are
   *     contiguous
   * @param few number of vectors
   * @param count number of lines
   * @param inner length of a vector and of a line
   * @param sums receives the sums of the first vector, then of the second
   */
  protected void sum(Operand vectors, int few, Operand lines, int count, int inner, float[] sums) {
    float[] x = vectors.buffer().floats();
    float[] y = lines.buffer().floats();
    float[] parts = new float[COUNT];
    for (int i = 0; i < few * count; i++) {
      int at = vectors.offset() + i / count * vectors.strides()[1];
      sums[i] = sum(x, at, y, lines.offset() + i % count * lines.strides()[1], inner, parts);
    }
  }

  private static float sum(float[] x, int at, float[] y, int from, int inner, float[] parts) {
    int whole = inner - inner % COUNT;
    for (int part = 0; part < COUNT; part += 4) {
      sumFour(x, at + part, y, from + part, whole, parts, part);
    }
    for (int part = 0; part < COUNT && whole < inner; part++) {
      // Vectors add zeros to the shorter parts, which changes the sign of a zero.
      boolean isLonger = whole + part < inner;
      float factor = isLonger ? x[at + whole + part] : 0f;
      parts[part] = Math.fma(factor, isLonger ? y[from + whole + part] : 0f, parts[part]);
    }
    for (int half = COUNT / 2; half > 0; half /= 2) {
      for (int part = 0; part < half; part++) {
        parts[part] += parts[part + half];
      }
    }
    return parts[0];
  }

  /** Sums four parts; their chains of additions overlap. */
  private static void sumFour(
      float[] x, int at, float[] y, int from, int n, float[] parts, int to) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    for (int k = 0; k < n; k += COUNT) {
      s0 = Math.fma(x[at + k], y[from + k], s0);
      s1 = Math.fma(x[at + k + 1], y[from + k + 1], s1);
      s2 = Math.fma(x[at + k + 2], y[from + k + 2], s2);
      s3 = Math.fma(x[at + k + 3], y[from + k + 3], s3);
    }
    parts[to] = s0;
    parts[to + 1] = s1;
    parts[to + 2] = s2;
    parts[to + 3] = s3;
  }
}
