package io.cambric.kernels.simd.micro;

import java.util.Arrays;

/**
 * The plain twin of all micro-kernels: the same sums in the same order, row by row. It runs until
 * the JIT has compiled the vector code of a {@link MicroKernelSpec}, and its results have the same
 * bits.
 *
 * <p>It knows nothing of tiles. Tables say where the rows and the values of k are.
 */
public final class PlainMicroKernel {

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
    float[] sums = new float[columns];
    for (int i = 0; i < rows; i++) {
      int row = aRows.get(i);
      int to = cRows.get(i);
      if (extend) {
        System.arraycopy(c, to, sums, 0, columns);
      } else {
        Arrays.fill(sums, 0f);
      }
      for (int k = 0; k < kSize; k++) {
        addScaled(a[row + aDepth.get(k)], b, bDepth.get(k), sums);
      }
      System.arraycopy(sums, 0, c, to, columns);
    }
  }

  private static void addScaled(float x, float[] b, int q, float[] sums) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] = Math.fma(x, b[q + j], sums[j]);
    }
  }
}
