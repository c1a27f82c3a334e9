package io.cambric.kernels.simd;

/** Stores the tiles of the matrix product. */
final class Packing {

  private Packing() {}

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
