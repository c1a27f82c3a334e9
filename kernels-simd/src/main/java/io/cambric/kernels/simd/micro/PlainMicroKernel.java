package io.cambric.kernels.simd.micro;

/**
 * The plain twin of all micro-kernels: the same sums in the same order, in scalar tiles. It runs
 * until the JIT has compiled the vector code of a {@link MicroKernelSpec}, and its results have the
 * same bits.
 *
 * <p>It knows nothing of register tiles. Tables say where the rows and the values of k are.
 */
public final class PlainMicroKernel {

  /** Columns of a tile. */
  private static final int COLUMNS = 4;

  private PlainMicroKernel() {}

  /**
   * Positions: number i is at {@code offset + table[first + i]}.
   *
   * @param table of offsets
   * @param first entry that is used
   */
  public record Positions(int[] table, int first, int offset) {

    /** {@return positions that are {@code step} apart} */
    public static Positions of(int count, int offset, int step) {
      return new Positions(OffsetTables.of(count, step), 0, offset);
    }

    int get(int i) {
      return offset + table[first + i];
    }
  }

  /**
   * Multiplies.
   *
   * @param extend whether sums begin with the values of C, and not with zeros
   * @param columns of B and C, which are adjacent
   * @param aRows positions of the rows of A
   * @param aDepth positions of the values of k in a row
   * @param bDepth positions of the values of k in B
   * @param cRows positions of the rows of C
   */
  public static void run(
      boolean extend,
      int rows,
      int columns,
      int kSize,
      float[] a,
      Positions aRows,
      Positions aDepth,
      float[] b,
      Positions bDepth,
      float[] c,
      Positions cRows) {
    int wide = columns - columns % COLUMNS;
    for (int i = 0; i < rows; i += 2) {
      // A last row without a partner is its own one.
      int next = Math.min(i + 1, rows - 1);
      for (int j = 0; j < wide; j += COLUMNS) {
        int to = cRows.get(i) + j;
        int other = cRows.get(next) + j;
        tile(extend, kSize, a, aRows.get(i), aRows.get(next), aDepth, b, j, bDepth, c, to, other);
      }
      for (int n = i; n <= next; n++) {
        for (int j = wide; j < columns; j++) {
          int at = cRows.get(n) + j;
          c[at] = sum(extend ? c[at] : 0f, kSize, a, aRows.get(n), aDepth, b, j, bDepth);
        }
      }
    }
  }

  /** A tile of two rows by four columns, whose sums stay in registers. */
  private static void tile(
      boolean extend,
      int kSize,
      float[] a,
      int row0,
      int row1,
      Positions aDepth,
      float[] b,
      int column,
      Positions bDepth,
      float[] c,
      int to0,
      int to1) {
    float s00 = extend ? c[to0] : 0f;
    float s01 = extend ? c[to0 + 1] : 0f;
    float s02 = extend ? c[to0 + 2] : 0f;
    float s03 = extend ? c[to0 + 3] : 0f;
    float s10 = extend ? c[to1] : 0f;
    float s11 = extend ? c[to1 + 1] : 0f;
    float s12 = extend ? c[to1 + 2] : 0f;
    float s13 = extend ? c[to1 + 3] : 0f;
    for (int k = 0; k < kSize; k++) {
      int p = aDepth.get(k);
      int q = bDepth.get(k) + column;
      float x0 = a[row0 + p];
      float x1 = a[row1 + p];
      s00 = Math.fma(x0, b[q], s00);
      s01 = Math.fma(x0, b[q + 1], s01);
      s02 = Math.fma(x0, b[q + 2], s02);
      s03 = Math.fma(x0, b[q + 3], s03);
      s10 = Math.fma(x1, b[q], s10);
      s11 = Math.fma(x1, b[q + 1], s11);
      s12 = Math.fma(x1, b[q + 2], s12);
      s13 = Math.fma(x1, b[q + 3], s13);
    }
    c[to0] = s00;
    c[to0 + 1] = s01;
    c[to0 + 2] = s02;
    c[to0 + 3] = s03;
    c[to1] = s10;
    c[to1 + 1] = s11;
    c[to1 + 2] = s12;
    c[to1 + 3] = s13;
  }

  private static float sum(
      float start,
      int kSize,
      float[] a,
      int row,
      Positions aDepth,
      float[] b,
      int column,
      Positions bDepth) {
    float sum = start;
    for (int k = 0; k < kSize; k++) {
      sum = Math.fma(a[row + aDepth.get(k)], b[bDepth.get(k) + column], sum);
    }
    return sum;
  }
}
