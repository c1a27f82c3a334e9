package io.cambric.kernels.simd;

import java.util.Arrays;

/** Copies between matrices and the panels and tiles of the matrix product. */
final class Packing {

  private Packing() {}

  /**
   * Copies {@code depth} rows of {@code used} elements into rows of {@code width}, zeros behind
   * them.
   *
   * @param at positions of the source rows, from index {@code k} on
   * @param offset added to each of them
   * @param step between the elements of a source row
   */
  static void panel(
      float[] source,
      int[] at,
      int k,
      int depth,
      int offset,
      int step,
      int used,
      float[] target,
      int to,
      int width) {
    if (used < width) {
      Arrays.fill(target, to, to + depth * width, 0f);
    }
    if (step == 1) {
      for (int d = 0; d < depth; d++) {
        System.arraycopy(source, at[k + d] + offset, target, to + d * width, used);
      }
    } else {
      transposed(source, at, k, depth, offset, step, used, target, to, width);
    }
  }

  /** Four columns at a time, so that neither reads nor writes jump at each element. */
  private static void transposed(
      float[] source,
      int[] at,
      int k,
      int depth,
      int offset,
      int step,
      int used,
      float[] target,
      int to,
      int width) {
    int j = 0;
    for (; j <= used - 4; j += 4) {
      int s = offset + j * step;
      int t = to + j;
      for (int d = 0; d < depth; d++) {
        int p = at[k + d] + s;
        target[t] = source[p];
        target[t + 1] = source[p + step];
        target[t + 2] = source[p + 2 * step];
        target[t + 3] = source[p + 3 * step];
        t += width;
      }
    }
    for (; j < used; j++) {
      int s = offset + j * step;
      for (int d = 0; d < depth; d++) {
        target[to + d * width + j] = source[at[k + d] + s];
      }
    }
  }

  /** Stores a row of a tile, or adds it to what is there. */
  static void store(float[] tile, int from, float[] out, int to, int n, boolean add) {
    if (add) {
      for (int j = 0; j < n; j++) {
        out[to + j] += tile[from + j];
      }
    } else {
      System.arraycopy(tile, from, out, to, n);
    }
  }
}
