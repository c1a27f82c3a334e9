package io.cambric.kernel.block;

import java.util.Arrays;

/**
 * A product of f32 matrices by plain code, the twin of all micro-kernels: the same sums in the same
 * order, with the same bits. It runs until the JIT has compiled the vector code of a micro-kernel.
 *
 * <p>It does not depend on register tiles. Tables hold the positions of rows and of values of k.
 * Rows of B and of sums are copied to separate arrays. Their loops have a single index, so the JIT
 * vectorises them. Two rows of sums share the loaded elements of B. Long rows are best, because the
 * JIT computes the first and the last elements of a loop one by one.
 *
 * @param extend whether sums begin with the values of C instead of zeros
 * @param kOffsets positions of the values of k in a row of A, starting at entry {@code from}
 * @param b a row for each k
 * @param bStep distance of elements in a row of B
 * @param cStep distance of elements in a row of C
 */
public record PlainProduct(
    boolean extend,
    int kSize,
    Rows a,
    int[] kOffsets,
    int from,
    Rows b,
    int bStep,
    Rows c,
    int cStep) {

  /** Columns whose sums stay in the L1 cache. */
  private static final int COLUMNS = 256;

  /** Rows that read a copy of B; an even number. */
  private static final int ROWS = 16;

  /** Rows of B that are multiplied together. */
  private static final int DEPTH = 4;

  /** Creates a product whose B and C have contiguous rows. */
  public PlainProduct(boolean extend, int kSize, Rows a, int[] kOffsets, int from, Rows b, Rows c) {
    this(extend, kSize, a, kOffsets, from, b, 1, c, 1);
  }

  /** Multiplies some rows of A by some columns of B. */
  public void run(int rows, int columns) {
    try (var scratch = new Scratch()) {
      var lines = new float[DEPTH][];
      var sums = new float[Math.min(ROWS, rows + rows % 2)][];
      int width = Math.min(COLUMNS, columns);
      for (int k = 0; k < DEPTH; k++) {
        lines[k] = scratch.floats(width);
      }
      for (int i = 0; i < sums.length; i++) {
        sums[i] = scratch.floats(width);
      }
      for (int row = 0; row < rows; row += ROWS) {
        int count = Math.min(ROWS, rows - row);
        for (int j = 0; j < columns; j += COLUMNS) {
          multiply(row, count, j, Math.min(COLUMNS, columns - j), lines, sums);
        }
      }
    }
  }

  /** Multiplies a block of rows and columns. An odd last row is computed twice. */
  private void multiply(
      int row, int count, int column, int width, float[][] lines, float[][] sums) {
    for (int i = 0; i < count && extend; i++) {
      copy(c.data(), c.at(row + i) + column * cStep, cStep, sums[i], width);
    }
    for (int i = extend ? count : 0; i < count + count % 2; i++) {
      Arrays.fill(sums[i], 0, width, 0f);
    }
    for (int k = 0; k < kSize; k += DEPTH) {
      int depth = Math.min(DEPTH, kSize - k);
      for (int p = 0; p < depth; p++) {
        copy(b.data(), b.at(k + p) + column * bStep, bStep, lines[p], width);
      }
      for (int i = 0; i < count; i += 2) {
        int next = Math.min(i + 1, count - 1);
        add(a.at(row + i), a.at(row + next), from + k, depth, lines, sums[i], sums[i + 1], width);
      }
    }
    for (int i = 0; i < count; i++) {
      store(sums[i], c.data(), c.at(row + i) + column * cStep, cStep, width);
    }
  }

  private static void copy(float[] source, int from, int step, float[] line, int width) {
    if (step == 1) {
      System.arraycopy(source, from, line, 0, width);
      return;
    }
    for (int j = 0; j < width; j++) {
      line[j] = source[from + j * step];
    }
  }

  private static void store(float[] line, float[] target, int to, int step, int width) {
    if (step == 1) {
      System.arraycopy(line, 0, target, to, width);
      return;
    }
    for (int j = 0; j < width; j++) {
      target[to + j * step] = line[j];
    }
  }

  /** Adds the products of some elements of two rows of A. */
  private void add(
      int first,
      int second,
      int k,
      int depth,
      float[][] lines,
      float[] sums,
      float[] others,
      int width) {
    float[] x = a.data();
    if (depth == DEPTH) {
      int k0 = kOffsets[k];
      int k1 = kOffsets[k + 1];
      int k2 = kOffsets[k + 2];
      int k3 = kOffsets[k + 3];
      addFour(
          x[first + k0],
          x[first + k1],
          x[first + k2],
          x[first + k3],
          x[second + k0],
          x[second + k1],
          x[second + k2],
          x[second + k3],
          lines[0],
          lines[1],
          lines[2],
          lines[3],
          sums,
          others,
          width);
      return;
    }
    for (int p = 0; p < depth; p++) {
      int at = kOffsets[k + p];
      addOne(x[first + at], x[second + at], lines[p], sums, others, width);
    }
  }

  private static void addFour(
      float x0,
      float x1,
      float x2,
      float x3,
      float y0,
      float y1,
      float y2,
      float y3,
      float[] line0,
      float[] line1,
      float[] line2,
      float[] line3,
      float[] sums,
      float[] others,
      int width) {
    for (int j = 0; j < width; j++) {
      float b0 = line0[j];
      float b1 = line1[j];
      float b2 = line2[j];
      float b3 = line3[j];
      sums[j] = Math.fma(x3, b3, Math.fma(x2, b2, Math.fma(x1, b1, Math.fma(x0, b0, sums[j]))));
      others[j] = Math.fma(y3, b3, Math.fma(y2, b2, Math.fma(y1, b1, Math.fma(y0, b0, others[j]))));
    }
  }

  private static void addOne(
      float x, float y, float[] line, float[] sums, float[] others, int width) {
    for (int j = 0; j < width; j++) {
      sums[j] = Math.fma(x, line[j], sums[j]);
      others[j] = Math.fma(y, line[j], others[j]);
    }
  }
}
