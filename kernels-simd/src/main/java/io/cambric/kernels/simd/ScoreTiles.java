package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The micro-kernel of attention: an 8x2 tile whose A has a stride for rows and a stride for k.
 *
 * <p>Element (i, k) of A is at {@code at + i * rowStep + k * kStep}, so that a tile of scores can
 * be read in both orders. B is a packed panel. C is overwritten, never added to: masks and branches
 * would keep C2 from compiling the method well.
 */
final class ScoreTiles {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private ScoreTiles() {}

  static void tile8x2(
      float[] a,
      int at,
      int rowStep,
      int kStep,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int to,
      int step) {
    int a0 = at;
    int a1 = a0 + rowStep;
    int a2 = a1 + rowStep;
    int a3 = a2 + rowStep;
    int a4 = a3 + rowStep;
    int a5 = a4 + rowStep;
    int a6 = a5 + rowStep;
    int a7 = a6 + rowStep;
    int q = panel;
    int p = 0;
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
      var x0 = FloatVector.broadcast(F32, a[a0 + p]);
      c00 = x0.fma(b0, c00);
      c01 = x0.fma(b1, c01);
      var x1 = FloatVector.broadcast(F32, a[a1 + p]);
      c10 = x1.fma(b0, c10);
      c11 = x1.fma(b1, c11);
      var x2 = FloatVector.broadcast(F32, a[a2 + p]);
      c20 = x2.fma(b0, c20);
      c21 = x2.fma(b1, c21);
      var x3 = FloatVector.broadcast(F32, a[a3 + p]);
      c30 = x3.fma(b0, c30);
      c31 = x3.fma(b1, c31);
      var x4 = FloatVector.broadcast(F32, a[a4 + p]);
      c40 = x4.fma(b0, c40);
      c41 = x4.fma(b1, c41);
      var x5 = FloatVector.broadcast(F32, a[a5 + p]);
      c50 = x5.fma(b0, c50);
      c51 = x5.fma(b1, c51);
      var x6 = FloatVector.broadcast(F32, a[a6 + p]);
      c60 = x6.fma(b0, c60);
      c61 = x6.fma(b1, c61);
      var x7 = FloatVector.broadcast(F32, a[a7 + p]);
      c70 = x7.fma(b0, c70);
      c71 = x7.fma(b1, c71);
      p += kStep;
      q += 2 * LANES;
    }
    int o = to;
    c00.intoArray(c, o);
    c01.intoArray(c, o + LANES);
    o += step;
    c10.intoArray(c, o);
    c11.intoArray(c, o + LANES);
    o += step;
    c20.intoArray(c, o);
    c21.intoArray(c, o + LANES);
    o += step;
    c30.intoArray(c, o);
    c31.intoArray(c, o + LANES);
    o += step;
    c40.intoArray(c, o);
    c41.intoArray(c, o + LANES);
    o += step;
    c50.intoArray(c, o);
    c51.intoArray(c, o + LANES);
    o += step;
    c60.intoArray(c, o);
    c61.intoArray(c, o + LANES);
    o += step;
    c70.intoArray(c, o);
    c71.intoArray(c, o + LANES);
  }
}
