package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Micro-kernels of the matrix product for factors that are both packed.
 *
 * <p>The left factor has 8 rows side by side at each depth, from {@code at} on; the right one two
 * vectors of columns, {@code step} apart, from {@code panel} on. The result is stored, never added,
 * at {@code outAt[outRow + i] + column}: no masks and no branches, which would keep the method from
 * being compiled well.
 */
final class PackedATiles {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private PackedATiles() {}

  /** All 8 rows. */
  static void tall(
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int outRow,
      int column) {
    int p = at;
    int q = panel;
    var c00 = FloatVector.zero(F32);
    var c01 = FloatVector.zero(F32);
    var c10 = FloatVector.zero(F32);
    var c11 = FloatVector.zero(F32);
    var c20 = FloatVector.zero(F32);
    var c21 = FloatVector.zero(F32);
    var c30 = FloatVector.zero(F32);
    var c31 = FloatVector.zero(F32);
    var c40 = FloatVector.zero(F32);
    var c41 = FloatVector.zero(F32);
    var c50 = FloatVector.zero(F32);
    var c51 = FloatVector.zero(F32);
    var c60 = FloatVector.zero(F32);
    var c61 = FloatVector.zero(F32);
    var c70 = FloatVector.zero(F32);
    var c71 = FloatVector.zero(F32);
    for (int k = 0; k < kSize; k++) {
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
      var x4 = FloatVector.broadcast(F32, a[p + 4]);
      c40 = x4.fma(b0, c40);
      c41 = x4.fma(b1, c41);
      var x5 = FloatVector.broadcast(F32, a[p + 5]);
      c50 = x5.fma(b0, c50);
      c51 = x5.fma(b1, c51);
      var x6 = FloatVector.broadcast(F32, a[p + 6]);
      c60 = x6.fma(b0, c60);
      c61 = x6.fma(b1, c61);
      var x7 = FloatVector.broadcast(F32, a[p + 7]);
      c70 = x7.fma(b0, c70);
      c71 = x7.fma(b1, c71);
      p += 8;
      q += step;
    }
    int o0 = outAt[outRow] + column;
    c00.intoArray(c, o0);
    c01.intoArray(c, o0 + LANES);
    int o1 = outAt[outRow + 1] + column;
    c10.intoArray(c, o1);
    c11.intoArray(c, o1 + LANES);
    int o2 = outAt[outRow + 2] + column;
    c20.intoArray(c, o2);
    c21.intoArray(c, o2 + LANES);
    int o3 = outAt[outRow + 3] + column;
    c30.intoArray(c, o3);
    c31.intoArray(c, o3 + LANES);
    int o4 = outAt[outRow + 4] + column;
    c40.intoArray(c, o4);
    c41.intoArray(c, o4 + LANES);
    int o5 = outAt[outRow + 5] + column;
    c50.intoArray(c, o5);
    c51.intoArray(c, o5 + LANES);
    int o6 = outAt[outRow + 6] + column;
    c60.intoArray(c, o6);
    c61.intoArray(c, o6 + LANES);
    int o7 = outAt[outRow + 7] + column;
    c70.intoArray(c, o7);
    c71.intoArray(c, o7 + LANES);
  }

  /**
   * All 8 rows of a tile and 4 rows of another, whose depths are packed from {@code second} on and
   * whose results begin at {@code outAt[outSecond]}. The more rows share a vector of columns, the
   * fewer of the places that multiplications need are taken by broadcasts.
   */
  static void high(
      float[] a,
      int at,
      int second,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int outRow,
      int outSecond,
      int column) {
    int p = at;
    int s = second;
    int q = panel;
    var c00 = FloatVector.zero(F32);
    var c01 = FloatVector.zero(F32);
    var c10 = FloatVector.zero(F32);
    var c11 = FloatVector.zero(F32);
    var c20 = FloatVector.zero(F32);
    var c21 = FloatVector.zero(F32);
    var c30 = FloatVector.zero(F32);
    var c31 = FloatVector.zero(F32);
    var c40 = FloatVector.zero(F32);
    var c41 = FloatVector.zero(F32);
    var c50 = FloatVector.zero(F32);
    var c51 = FloatVector.zero(F32);
    var c60 = FloatVector.zero(F32);
    var c61 = FloatVector.zero(F32);
    var c70 = FloatVector.zero(F32);
    var c71 = FloatVector.zero(F32);
    var c80 = FloatVector.zero(F32);
    var c81 = FloatVector.zero(F32);
    var c90 = FloatVector.zero(F32);
    var c91 = FloatVector.zero(F32);
    var ca0 = FloatVector.zero(F32);
    var ca1 = FloatVector.zero(F32);
    var cb0 = FloatVector.zero(F32);
    var cb1 = FloatVector.zero(F32);
    for (int k = 0; k < kSize; k++) {
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
      var x4 = FloatVector.broadcast(F32, a[p + 4]);
      c40 = x4.fma(b0, c40);
      c41 = x4.fma(b1, c41);
      var x5 = FloatVector.broadcast(F32, a[p + 5]);
      c50 = x5.fma(b0, c50);
      c51 = x5.fma(b1, c51);
      var x6 = FloatVector.broadcast(F32, a[p + 6]);
      c60 = x6.fma(b0, c60);
      c61 = x6.fma(b1, c61);
      var x7 = FloatVector.broadcast(F32, a[p + 7]);
      c70 = x7.fma(b0, c70);
      c71 = x7.fma(b1, c71);
      var x8 = FloatVector.broadcast(F32, a[s]);
      c80 = x8.fma(b0, c80);
      c81 = x8.fma(b1, c81);
      var x9 = FloatVector.broadcast(F32, a[s + 1]);
      c90 = x9.fma(b0, c90);
      c91 = x9.fma(b1, c91);
      var xa = FloatVector.broadcast(F32, a[s + 2]);
      ca0 = xa.fma(b0, ca0);
      ca1 = xa.fma(b1, ca1);
      var xb = FloatVector.broadcast(F32, a[s + 3]);
      cb0 = xb.fma(b0, cb0);
      cb1 = xb.fma(b1, cb1);
      p += 8;
      s += 8;
      q += step;
    }
    int o0 = outAt[outRow] + column;
    c00.intoArray(c, o0);
    c01.intoArray(c, o0 + LANES);
    int o1 = outAt[outRow + 1] + column;
    c10.intoArray(c, o1);
    c11.intoArray(c, o1 + LANES);
    int o2 = outAt[outRow + 2] + column;
    c20.intoArray(c, o2);
    c21.intoArray(c, o2 + LANES);
    int o3 = outAt[outRow + 3] + column;
    c30.intoArray(c, o3);
    c31.intoArray(c, o3 + LANES);
    int o4 = outAt[outRow + 4] + column;
    c40.intoArray(c, o4);
    c41.intoArray(c, o4 + LANES);
    int o5 = outAt[outRow + 5] + column;
    c50.intoArray(c, o5);
    c51.intoArray(c, o5 + LANES);
    int o6 = outAt[outRow + 6] + column;
    c60.intoArray(c, o6);
    c61.intoArray(c, o6 + LANES);
    int o7 = outAt[outRow + 7] + column;
    c70.intoArray(c, o7);
    c71.intoArray(c, o7 + LANES);
    int o8 = outAt[outSecond] + column;
    c80.intoArray(c, o8);
    c81.intoArray(c, o8 + LANES);
    int o9 = outAt[outSecond + 1] + column;
    c90.intoArray(c, o9);
    c91.intoArray(c, o9 + LANES);
    int oa = outAt[outSecond + 2] + column;
    ca0.intoArray(c, oa);
    ca1.intoArray(c, oa + LANES);
    int ob = outAt[outSecond + 3] + column;
    cb0.intoArray(c, ob);
    cb1.intoArray(c, ob + LANES);
  }

  /** The first 4 rows. */
  static void low(
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outAt,
      int outRow,
      int column) {
    int p = at;
    int q = panel;
    var c00 = FloatVector.zero(F32);
    var c01 = FloatVector.zero(F32);
    var c10 = FloatVector.zero(F32);
    var c11 = FloatVector.zero(F32);
    var c20 = FloatVector.zero(F32);
    var c21 = FloatVector.zero(F32);
    var c30 = FloatVector.zero(F32);
    var c31 = FloatVector.zero(F32);
    for (int k = 0; k < kSize; k++) {
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
      p += 8;
      q += step;
    }
    int o0 = outAt[outRow] + column;
    c00.intoArray(c, o0);
    c01.intoArray(c, o0 + LANES);
    int o1 = outAt[outRow + 1] + column;
    c10.intoArray(c, o1);
    c11.intoArray(c, o1 + LANES);
    int o2 = outAt[outRow + 2] + column;
    c20.intoArray(c, o2);
    c21.intoArray(c, o2 + LANES);
    int o3 = outAt[outRow + 3] + column;
    c30.intoArray(c, o3);
    c31.intoArray(c, o3 + LANES);
  }
}
