package io.cambric.kernels.simd.micro;

/**
 * The plain twin of all micro-kernels: the same sums in the same order, in scalar tiles. It runs
 * until the JIT has compiled the vector code of a {@link MicroKernelSpec}, and its results have the
 * same bits.
 *
 * <p>It knows nothing of register tiles. Tables say where the rows and the values of k are.
 *
 * @param extend whether sums begin with the values of C, and not with zeros
 * @param kOffsets positions of the values of k in a row of A, from entry {@code from} on
 * @param b a row for each k
 */
public record PlainMicroKernel(
    boolean extend, int kSize, Rows a, int[] kOffsets, int from, Rows b, Rows c) {

  /** Columns of a tile. */
  private static final int COLUMNS = 4;

  /** Multiplies some rows of A by adjacent columns of B. */
  public void run(int rows, int columns) {
    int wide = columns - columns % COLUMNS;
    for (int i = 0; i < rows; i += 2) {
      // A last row without a partner is its own one.
      int next = Math.min(i + 1, rows - 1);
      for (int j = 0; j < wide; j += COLUMNS) {
        tile(a.at(i), a.at(next), j, c.at(i) + j, c.at(next) + j);
      }
      for (int n = i; n <= next; n++) {
        for (int j = wide; j < columns; j++) {
          element(a.at(n), j, c.at(n) + j);
        }
      }
    }
  }

  /** A tile of two rows by four columns, whose sums stay in registers. */
  private void tile(int row0, int row1, int column, int to0, int to1) {
    float[] x = a.data();
    float[] y = b.data();
    float[] z = c.data();
    float s00 = extend ? z[to0] : 0f;
    float s01 = extend ? z[to0 + 1] : 0f;
    float s02 = extend ? z[to0 + 2] : 0f;
    float s03 = extend ? z[to0 + 3] : 0f;
    float s10 = extend ? z[to1] : 0f;
    float s11 = extend ? z[to1 + 1] : 0f;
    float s12 = extend ? z[to1 + 2] : 0f;
    float s13 = extend ? z[to1 + 3] : 0f;
    for (int k = 0; k < kSize; k++) {
      int p = kOffsets[from + k];
      int q = b.at(k) + column;
      float x0 = x[row0 + p];
      float x1 = x[row1 + p];
      s00 = Math.fma(x0, y[q], s00);
      s01 = Math.fma(x0, y[q + 1], s01);
      s02 = Math.fma(x0, y[q + 2], s02);
      s03 = Math.fma(x0, y[q + 3], s03);
      s10 = Math.fma(x1, y[q], s10);
      s11 = Math.fma(x1, y[q + 1], s11);
      s12 = Math.fma(x1, y[q + 2], s12);
      s13 = Math.fma(x1, y[q + 3], s13);
    }
    z[to0] = s00;
    z[to0 + 1] = s01;
    z[to0 + 2] = s02;
    z[to0 + 3] = s03;
    z[to1] = s10;
    z[to1 + 1] = s11;
    z[to1 + 2] = s12;
    z[to1 + 3] = s13;
  }

  private void element(int row, int column, int to) {
    float sum = extend ? c.data()[to] : 0f;
    for (int k = 0; k < kSize; k++) {
      sum = Math.fma(a.data()[row + kOffsets[from + k]], b.data()[b.at(k) + column], sum);
    }
    c.data()[to] = sum;
  }
}
