package io.cambric.kernels.simd.micro;

import io.cambric.kernel.block.Rows;
import io.cambric.kernel.block.Scratch;
import java.util.Arrays;

/**
 * The plain twin of all micro-kernels: the same sums in the same order. It runs until the JIT has
 * compiled the vector code of a {@link MicroKernelSpec}, and its results have the same bits.
 *
 * <p>It knows nothing of register tiles. Tables say where the rows and the values of k are. Rows of
 * B and of sums are copied to arrays of their own. Their elements have one index, so that the JIT
 * makes vector code of the loop.
 *
 * @param extend whether sums begin with the values of C, and not with zeros
 * @param kOffsets positions of the values of k in a row of A, from entry {@code from} on
 * @param b a row for each k
 */
public record PlainMicroKernel(
    boolean extend, int kSize, Rows a, int[] kOffsets, int from, Rows b, Rows c) {

  /** Columns whose sums stay in the first-level cache. */
  private static final int COLUMNS = 256;

  /** Rows that read a copy of B. */
  private static final int ROWS = 16;

  /** Rows of B that are multiplied together. */
  private static final int DEPTH = 4;

  /** Multiplies some rows of A by adjacent columns of B. */
  public void run(int rows, int columns) {
    try (var scratch = new Scratch()) {
      var lines = new float[DEPTH][];
      var sums = new float[Math.min(ROWS, rows)][];
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

  /** Multiplies a block of rows and columns. */
  private void multiply(
      int row, int count, int column, int width, float[][] lines, float[][] sums) {
    for (int i = 0; i < count; i++) {
      if (extend) {
        System.arraycopy(c.data(), c.at(row + i) + column, sums[i], 0, width);
      } else {
        Arrays.fill(sums[i], 0, width, 0f);
      }
    }
    for (int k = 0; k < kSize; k += DEPTH) {
      int depth = Math.min(DEPTH, kSize - k);
      for (int p = 0; p < depth; p++) {
        System.arraycopy(b.data(), b.at(k + p) + column, lines[p], 0, width);
      }
      for (int i = 0; i < count; i++) {
        add(a.at(row + i), from + k, depth, lines, sums[i], width);
      }
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(sums[i], 0, c.data(), c.at(row + i) + column, width);
    }
  }

  /** Adds the products of some elements of a row of A. */
  private void add(int at, int k, int depth, float[][] lines, float[] sums, int width) {
    float[] x = a.data();
    if (depth == DEPTH) {
      float x0 = x[at + kOffsets[k]];
      float x1 = x[at + kOffsets[k + 1]];
      float x2 = x[at + kOffsets[k + 2]];
      float x3 = x[at + kOffsets[k + 3]];
      addFour(x0, x1, x2, x3, lines[0], lines[1], lines[2], lines[3], sums, width);
      return;
    }
    for (int p = 0; p < depth; p++) {
      addOne(x[at + kOffsets[k + p]], lines[p], sums, width);
    }
  }

  private static void addFour(
      float x0,
      float x1,
      float x2,
      float x3,
      float[] line0,
      float[] line1,
      float[] line2,
      float[] line3,
      float[] sums,
      int width) {
    for (int j = 0; j < width; j++) {
      float sum = Math.fma(x1, line1[j], Math.fma(x0, line0[j], sums[j]));
      sums[j] = Math.fma(x3, line3[j], Math.fma(x2, line2[j], sum));
    }
  }

  private static void addOne(float factor, float[] line, float[] sums, int width) {
    for (int j = 0; j < width; j++) {
      sums[j] = Math.fma(factor, line[j], sums[j]);
    }
  }
}
