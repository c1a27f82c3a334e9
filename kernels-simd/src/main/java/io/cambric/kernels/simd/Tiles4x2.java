package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * 4x2 micro-kernels for packed operands on machines with {@linkplain Species#FEW_REGISTERS few
 * registers}. They compute the rows that {@link Tiles6x2} leaves over.
 *
 * <p>A is packed with 8 rows for each k, of which two tiles take four each, from {@code at} on. B
 * is a packed panel. The loops over k count positions in A, so that no bounds checks are left in
 * them. Few instructions matter where another program shares the core.
 */
final class Tiles4x2 {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private Tiles4x2() {}

  /**
   * Stores the sums: {@code C = A * B}.
   *
   * @param count tiles
   * @param apart distance of packed micro-panels
   */
  static void store(
      float[] a,
      int at,
      int count,
      int apart,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int column) {
    for (int i = 0; i < count; i++) {
      int start = at + (i >> 1) * apart + (i & 1) * 4;
      int end = start + kSize * 8;
      int o = outRow + i * 4;
      int o0 = outOffsets[o] + column;
      int o1 = outOffsets[o + 1] + column;
      int o2 = outOffsets[o + 2] + column;
      int o3 = outOffsets[o + 3] + column;
      var c00 = FloatVector.zero(F32);
      var c01 = FloatVector.zero(F32);
      var c10 = FloatVector.zero(F32);
      var c11 = FloatVector.zero(F32);
      var c20 = FloatVector.zero(F32);
      var c21 = FloatVector.zero(F32);
      var c30 = FloatVector.zero(F32);
      var c31 = FloatVector.zero(F32);
      for (int p = start; p < end; p += 8) {
        int q = panel + (p - start) * (LANES / 4);
        var b0 = FloatVector.fromArray(F32, b, q);
        var b1 = FloatVector.fromArray(F32, b, q + LANES);
        var x0 = FloatVector.broadcast(F32, a[p]);
        c00 = x0.fma(b0, c00);
        c01 = x0.fma(b1, c01);
        var x1 = FloatVector.broadcast(F32, a[p + 1]);
        c10 = x1.fma(b0, c10);
        c11 = x1.fma(b1, c11);
        var x2 = FloatVector.broadcast(F32, a[p + 2]);
        c20 = x2.fma(b0, c20);
        c21 = x2.fma(b1, c21);
        var x3 = FloatVector.broadcast(F32, a[p + 3]);
        c30 = x3.fma(b0, c30);
        c31 = x3.fma(b1, c31);
      }
      c00.intoArray(c, o0);
      c01.intoArray(c, o0 + LANES);
      c10.intoArray(c, o1);
      c11.intoArray(c, o1 + LANES);
      c20.intoArray(c, o2);
      c21.intoArray(c, o2 + LANES);
      c30.intoArray(c, o3);
      c31.intoArray(c, o3 + LANES);
    }
  }

  /** Adds the sums to C at the end; otherwise as {@link #store}. */
  static void add(
      float[] a,
      int at,
      int count,
      int apart,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int column) {
    for (int i = 0; i < count; i++) {
      int start = at + (i >> 1) * apart + (i & 1) * 4;
      int end = start + kSize * 8;
      int o = outRow + i * 4;
      int o0 = outOffsets[o] + column;
      int o1 = outOffsets[o + 1] + column;
      int o2 = outOffsets[o + 2] + column;
      int o3 = outOffsets[o + 3] + column;
      var c00 = FloatVector.zero(F32);
      var c01 = FloatVector.zero(F32);
      var c10 = FloatVector.zero(F32);
      var c11 = FloatVector.zero(F32);
      var c20 = FloatVector.zero(F32);
      var c21 = FloatVector.zero(F32);
      var c30 = FloatVector.zero(F32);
      var c31 = FloatVector.zero(F32);
      for (int p = start; p < end; p += 8) {
        int q = panel + (p - start) * (LANES / 4);
        var b0 = FloatVector.fromArray(F32, b, q);
        var b1 = FloatVector.fromArray(F32, b, q + LANES);
        var x0 = FloatVector.broadcast(F32, a[p]);
        c00 = x0.fma(b0, c00);
        c01 = x0.fma(b1, c01);
        var x1 = FloatVector.broadcast(F32, a[p + 1]);
        c10 = x1.fma(b0, c10);
        c11 = x1.fma(b1, c11);
        var x2 = FloatVector.broadcast(F32, a[p + 2]);
        c20 = x2.fma(b0, c20);
        c21 = x2.fma(b1, c21);
        var x3 = FloatVector.broadcast(F32, a[p + 3]);
        c30 = x3.fma(b0, c30);
        c31 = x3.fma(b1, c31);
      }
      FloatVector.fromArray(F32, c, o0).add(c00).intoArray(c, o0);
      FloatVector.fromArray(F32, c, o0 + LANES).add(c01).intoArray(c, o0 + LANES);
      FloatVector.fromArray(F32, c, o1).add(c10).intoArray(c, o1);
      FloatVector.fromArray(F32, c, o1 + LANES).add(c11).intoArray(c, o1 + LANES);
      FloatVector.fromArray(F32, c, o2).add(c20).intoArray(c, o2);
      FloatVector.fromArray(F32, c, o2 + LANES).add(c21).intoArray(c, o2 + LANES);
      FloatVector.fromArray(F32, c, o3).add(c30).intoArray(c, o3);
      FloatVector.fromArray(F32, c, o3 + LANES).add(c31).intoArray(c, o3 + LANES);
    }
  }

  /** Begins with the sums in C, of earlier values of k; otherwise as {@link #store}. */
  static void extend(
      float[] a,
      int at,
      int count,
      int apart,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int column) {
    for (int i = 0; i < count; i++) {
      int start = at + (i >> 1) * apart + (i & 1) * 4;
      int end = start + kSize * 8;
      int o = outRow + i * 4;
      int o0 = outOffsets[o] + column;
      int o1 = outOffsets[o + 1] + column;
      int o2 = outOffsets[o + 2] + column;
      int o3 = outOffsets[o + 3] + column;
      var c00 = FloatVector.fromArray(F32, c, o0);
      var c01 = FloatVector.fromArray(F32, c, o0 + LANES);
      var c10 = FloatVector.fromArray(F32, c, o1);
      var c11 = FloatVector.fromArray(F32, c, o1 + LANES);
      var c20 = FloatVector.fromArray(F32, c, o2);
      var c21 = FloatVector.fromArray(F32, c, o2 + LANES);
      var c30 = FloatVector.fromArray(F32, c, o3);
      var c31 = FloatVector.fromArray(F32, c, o3 + LANES);
      for (int p = start; p < end; p += 8) {
        int q = panel + (p - start) * (LANES / 4);
        var b0 = FloatVector.fromArray(F32, b, q);
        var b1 = FloatVector.fromArray(F32, b, q + LANES);
        var x0 = FloatVector.broadcast(F32, a[p]);
        c00 = x0.fma(b0, c00);
        c01 = x0.fma(b1, c01);
        var x1 = FloatVector.broadcast(F32, a[p + 1]);
        c10 = x1.fma(b0, c10);
        c11 = x1.fma(b1, c11);
        var x2 = FloatVector.broadcast(F32, a[p + 2]);
        c20 = x2.fma(b0, c20);
        c21 = x2.fma(b1, c21);
        var x3 = FloatVector.broadcast(F32, a[p + 3]);
        c30 = x3.fma(b0, c30);
        c31 = x3.fma(b1, c31);
      }
      c00.intoArray(c, o0);
      c01.intoArray(c, o0 + LANES);
      c10.intoArray(c, o1);
      c11.intoArray(c, o1 + LANES);
      c20.intoArray(c, o2);
      c21.intoArray(c, o2 + LANES);
      c30.intoArray(c, o3);
      c31.intoArray(c, o3 + LANES);
    }
  }
}
