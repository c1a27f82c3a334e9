package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Micro-kernels for packed A and packed B: 8x2, 12x2 and 4x2 tiles.
 *
 * <p>A is a micro-panel of 8 rows for each k, from {@code at} on. B is a panel of two vectors for
 * each k, {@code step} apart, from {@code panel} on. C is overwritten at {@code outOffsets[outRow +
 * i] + column}, never added to: masks and branches would keep C2 from compiling the method well.
 */
final class PackedATiles {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private PackedATiles() {}

  /** An 8x2 tile: all 8 rows of a micro-panel. */
  static void tile8x2(
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
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
    int o0 = outOffsets[outRow] + column;
    c00.intoArray(c, o0);
    c01.intoArray(c, o0 + LANES);
    int o1 = outOffsets[outRow + 1] + column;
    c10.intoArray(c, o1);
    c11.intoArray(c, o1 + LANES);
    int o2 = outOffsets[outRow + 2] + column;
    c20.intoArray(c, o2);
    c21.intoArray(c, o2 + LANES);
    int o3 = outOffsets[outRow + 3] + column;
    c30.intoArray(c, o3);
    c31.intoArray(c, o3 + LANES);
    int o4 = outOffsets[outRow + 4] + column;
    c40.intoArray(c, o4);
    c41.intoArray(c, o4 + LANES);
    int o5 = outOffsets[outRow + 5] + column;
    c50.intoArray(c, o5);
    c51.intoArray(c, o5 + LANES);
    int o6 = outOffsets[outRow + 6] + column;
    c60.intoArray(c, o6);
    c61.intoArray(c, o6 + LANES);
    int o7 = outOffsets[outRow + 7] + column;
    c70.intoArray(c, o7);
    c71.intoArray(c, o7 + LANES);
  }

  /**
   * A 12x2 tile: the 8 rows of a micro-panel and 4 rows of another one, which begins at {@code
   * second} and whose results begin at {@code outOffsets[outSecond]}. With more rows per vector of
   * B, broadcasts take fewer of the issue slots that multiplications need.
   */
  static void tile12x2(
      float[] a,
      int at,
      int second,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
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
    int o0 = outOffsets[outRow] + column;
    c00.intoArray(c, o0);
    c01.intoArray(c, o0 + LANES);
    int o1 = outOffsets[outRow + 1] + column;
    c10.intoArray(c, o1);
    c11.intoArray(c, o1 + LANES);
    int o2 = outOffsets[outRow + 2] + column;
    c20.intoArray(c, o2);
    c21.intoArray(c, o2 + LANES);
    int o3 = outOffsets[outRow + 3] + column;
    c30.intoArray(c, o3);
    c31.intoArray(c, o3 + LANES);
    int o4 = outOffsets[outRow + 4] + column;
    c40.intoArray(c, o4);
    c41.intoArray(c, o4 + LANES);
    int o5 = outOffsets[outRow + 5] + column;
    c50.intoArray(c, o5);
    c51.intoArray(c, o5 + LANES);
    int o6 = outOffsets[outRow + 6] + column;
    c60.intoArray(c, o6);
    c61.intoArray(c, o6 + LANES);
    int o7 = outOffsets[outRow + 7] + column;
    c70.intoArray(c, o7);
    c71.intoArray(c, o7 + LANES);
    int o8 = outOffsets[outSecond] + column;
    c80.intoArray(c, o8);
    c81.intoArray(c, o8 + LANES);
    int o9 = outOffsets[outSecond + 1] + column;
    c90.intoArray(c, o9);
    c91.intoArray(c, o9 + LANES);
    int oa = outOffsets[outSecond + 2] + column;
    ca0.intoArray(c, oa);
    ca1.intoArray(c, oa + LANES);
    int ob = outOffsets[outSecond + 3] + column;
    cb0.intoArray(c, ob);
    cb1.intoArray(c, ob + LANES);
  }

  /** A 4x2 tile: the first 4 rows of a micro-panel. */
  static void tile4x2(
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
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
    int o0 = outOffsets[outRow] + column;
    c00.intoArray(c, o0);
    c01.intoArray(c, o0 + LANES);
    int o1 = outOffsets[outRow + 1] + column;
    c10.intoArray(c, o1);
    c11.intoArray(c, o1 + LANES);
    int o2 = outOffsets[outRow + 2] + column;
    c20.intoArray(c, o2);
    c21.intoArray(c, o2 + LANES);
    int o3 = outOffsets[outRow + 3] + column;
    c30.intoArray(c, o3);
    c31.intoArray(c, o3 + LANES);
  }
}
