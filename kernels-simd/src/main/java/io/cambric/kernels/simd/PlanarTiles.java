package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Micro-kernels of {@link PlanarConv}: sums of some features for some vectors of neighbouring
 * outputs. Their names give features x vectors. Each is a method of its own, which the JIT compiles
 * separately.
 *
 * <p>For k, output x reads the plane at {@code offset + x + kOffsets[k]}. The weights for k are
 * contiguous from {@code first + k * features} on. The sums of features are {@code distance} apart.
 */
final class PlanarTiles {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private PlanarTiles() {}

  /** 1x8 tiles: one feature, eight vectors. */
  static void tile1x8(
      float[] planes,
      int offset,
      int[] kOffsets,
      float[] weights,
      int first,
      float[] sums,
      int to,
      int distance,
      int length) {
    for (int x = 0; x < length; x += 8 * LANES) {
      var s00 = FloatVector.zero(F32);
      var s01 = FloatVector.zero(F32);
      var s02 = FloatVector.zero(F32);
      var s03 = FloatVector.zero(F32);
      var s04 = FloatVector.zero(F32);
      var s05 = FloatVector.zero(F32);
      var s06 = FloatVector.zero(F32);
      var s07 = FloatVector.zero(F32);
      int w = first;
      for (int k = 0; k < kOffsets.length; k++) {
        int p = offset + x + kOffsets[k];
        var w0 = FloatVector.broadcast(F32, weights[w]);
        w += 1;
        var x0 = FloatVector.fromArray(F32, planes, p);
        s00 = x0.fma(w0, s00);
        var x1 = FloatVector.fromArray(F32, planes, p + LANES);
        s01 = x1.fma(w0, s01);
        var x2 = FloatVector.fromArray(F32, planes, p + 2 * LANES);
        s02 = x2.fma(w0, s02);
        var x3 = FloatVector.fromArray(F32, planes, p + 3 * LANES);
        s03 = x3.fma(w0, s03);
        var x4 = FloatVector.fromArray(F32, planes, p + 4 * LANES);
        s04 = x4.fma(w0, s04);
        var x5 = FloatVector.fromArray(F32, planes, p + 5 * LANES);
        s05 = x5.fma(w0, s05);
        var x6 = FloatVector.fromArray(F32, planes, p + 6 * LANES);
        s06 = x6.fma(w0, s06);
        var x7 = FloatVector.fromArray(F32, planes, p + 7 * LANES);
        s07 = x7.fma(w0, s07);
      }
      int t = to + x;
      s00.intoArray(sums, t);
      s01.intoArray(sums, t + LANES);
      s02.intoArray(sums, t + 2 * LANES);
      s03.intoArray(sums, t + 3 * LANES);
      s04.intoArray(sums, t + 4 * LANES);
      s05.intoArray(sums, t + 5 * LANES);
      s06.intoArray(sums, t + 6 * LANES);
      s07.intoArray(sums, t + 7 * LANES);
    }
  }

  /** 2x6 tiles: two features, six vectors. */
  static void tile2x6(
      float[] planes,
      int offset,
      int[] kOffsets,
      float[] weights,
      int first,
      float[] sums,
      int to,
      int distance,
      int length) {
    for (int x = 0; x < length; x += 6 * LANES) {
      var s00 = FloatVector.zero(F32);
      var s01 = FloatVector.zero(F32);
      var s02 = FloatVector.zero(F32);
      var s03 = FloatVector.zero(F32);
      var s04 = FloatVector.zero(F32);
      var s05 = FloatVector.zero(F32);
      var s10 = FloatVector.zero(F32);
      var s11 = FloatVector.zero(F32);
      var s12 = FloatVector.zero(F32);
      var s13 = FloatVector.zero(F32);
      var s14 = FloatVector.zero(F32);
      var s15 = FloatVector.zero(F32);
      int w = first;
      for (int k = 0; k < kOffsets.length; k++) {
        int p = offset + x + kOffsets[k];
        var w0 = FloatVector.broadcast(F32, weights[w]);
        var w1 = FloatVector.broadcast(F32, weights[w + 1]);
        w += 2;
        var x0 = FloatVector.fromArray(F32, planes, p);
        s00 = x0.fma(w0, s00);
        s10 = x0.fma(w1, s10);
        var x1 = FloatVector.fromArray(F32, planes, p + LANES);
        s01 = x1.fma(w0, s01);
        s11 = x1.fma(w1, s11);
        var x2 = FloatVector.fromArray(F32, planes, p + 2 * LANES);
        s02 = x2.fma(w0, s02);
        s12 = x2.fma(w1, s12);
        var x3 = FloatVector.fromArray(F32, planes, p + 3 * LANES);
        s03 = x3.fma(w0, s03);
        s13 = x3.fma(w1, s13);
        var x4 = FloatVector.fromArray(F32, planes, p + 4 * LANES);
        s04 = x4.fma(w0, s04);
        s14 = x4.fma(w1, s14);
        var x5 = FloatVector.fromArray(F32, planes, p + 5 * LANES);
        s05 = x5.fma(w0, s05);
        s15 = x5.fma(w1, s15);
      }
      int t = to + x;
      s00.intoArray(sums, t);
      s01.intoArray(sums, t + LANES);
      s02.intoArray(sums, t + 2 * LANES);
      s03.intoArray(sums, t + 3 * LANES);
      s04.intoArray(sums, t + 4 * LANES);
      s05.intoArray(sums, t + 5 * LANES);
      t += distance;
      s10.intoArray(sums, t);
      s11.intoArray(sums, t + LANES);
      s12.intoArray(sums, t + 2 * LANES);
      s13.intoArray(sums, t + 3 * LANES);
      s14.intoArray(sums, t + 4 * LANES);
      s15.intoArray(sums, t + 5 * LANES);
    }
  }

  /** 3x4 tiles: three features, four vectors. */
  static void tile3x4(
      float[] planes,
      int offset,
      int[] kOffsets,
      float[] weights,
      int first,
      float[] sums,
      int to,
      int distance,
      int length) {
    for (int x = 0; x < length; x += 4 * LANES) {
      var s00 = FloatVector.zero(F32);
      var s01 = FloatVector.zero(F32);
      var s02 = FloatVector.zero(F32);
      var s03 = FloatVector.zero(F32);
      var s10 = FloatVector.zero(F32);
      var s11 = FloatVector.zero(F32);
      var s12 = FloatVector.zero(F32);
      var s13 = FloatVector.zero(F32);
      var s20 = FloatVector.zero(F32);
      var s21 = FloatVector.zero(F32);
      var s22 = FloatVector.zero(F32);
      var s23 = FloatVector.zero(F32);
      int w = first;
      for (int k = 0; k < kOffsets.length; k++) {
        int p = offset + x + kOffsets[k];
        var w0 = FloatVector.broadcast(F32, weights[w]);
        var w1 = FloatVector.broadcast(F32, weights[w + 1]);
        var w2 = FloatVector.broadcast(F32, weights[w + 2]);
        w += 3;
        var x0 = FloatVector.fromArray(F32, planes, p);
        s00 = x0.fma(w0, s00);
        s10 = x0.fma(w1, s10);
        s20 = x0.fma(w2, s20);
        var x1 = FloatVector.fromArray(F32, planes, p + LANES);
        s01 = x1.fma(w0, s01);
        s11 = x1.fma(w1, s11);
        s21 = x1.fma(w2, s21);
        var x2 = FloatVector.fromArray(F32, planes, p + 2 * LANES);
        s02 = x2.fma(w0, s02);
        s12 = x2.fma(w1, s12);
        s22 = x2.fma(w2, s22);
        var x3 = FloatVector.fromArray(F32, planes, p + 3 * LANES);
        s03 = x3.fma(w0, s03);
        s13 = x3.fma(w1, s13);
        s23 = x3.fma(w2, s23);
      }
      int t = to + x;
      s00.intoArray(sums, t);
      s01.intoArray(sums, t + LANES);
      s02.intoArray(sums, t + 2 * LANES);
      s03.intoArray(sums, t + 3 * LANES);
      t += distance;
      s10.intoArray(sums, t);
      s11.intoArray(sums, t + LANES);
      s12.intoArray(sums, t + 2 * LANES);
      s13.intoArray(sums, t + 3 * LANES);
      t += distance;
      s20.intoArray(sums, t);
      s21.intoArray(sums, t + LANES);
      s22.intoArray(sums, t + 2 * LANES);
      s23.intoArray(sums, t + 3 * LANES);
    }
  }

  /** 2x4 tiles: two features, four vectors. */
  static void tile2x4(
      float[] planes,
      int offset,
      int[] kOffsets,
      float[] weights,
      int first,
      float[] sums,
      int to,
      int distance,
      int length) {
    for (int x = 0; x < length; x += 4 * LANES) {
      var s00 = FloatVector.zero(F32);
      var s01 = FloatVector.zero(F32);
      var s02 = FloatVector.zero(F32);
      var s03 = FloatVector.zero(F32);
      var s10 = FloatVector.zero(F32);
      var s11 = FloatVector.zero(F32);
      var s12 = FloatVector.zero(F32);
      var s13 = FloatVector.zero(F32);
      int w = first;
      for (int k = 0; k < kOffsets.length; k++) {
        int p = offset + x + kOffsets[k];
        var w0 = FloatVector.broadcast(F32, weights[w]);
        var w1 = FloatVector.broadcast(F32, weights[w + 1]);
        w += 2;
        var x0 = FloatVector.fromArray(F32, planes, p);
        s00 = x0.fma(w0, s00);
        s10 = x0.fma(w1, s10);
        var x1 = FloatVector.fromArray(F32, planes, p + LANES);
        s01 = x1.fma(w0, s01);
        s11 = x1.fma(w1, s11);
        var x2 = FloatVector.fromArray(F32, planes, p + 2 * LANES);
        s02 = x2.fma(w0, s02);
        s12 = x2.fma(w1, s12);
        var x3 = FloatVector.fromArray(F32, planes, p + 3 * LANES);
        s03 = x3.fma(w0, s03);
        s13 = x3.fma(w1, s13);
      }
      int t = to + x;
      s00.intoArray(sums, t);
      s01.intoArray(sums, t + LANES);
      s02.intoArray(sums, t + 2 * LANES);
      s03.intoArray(sums, t + 3 * LANES);
      t += distance;
      s10.intoArray(sums, t);
      s11.intoArray(sums, t + LANES);
      s12.intoArray(sums, t + 2 * LANES);
      s13.intoArray(sums, t + 3 * LANES);
    }
  }

  /** 3x3 tiles: three features, three vectors. */
  static void tile3x3(
      float[] planes,
      int offset,
      int[] kOffsets,
      float[] weights,
      int first,
      float[] sums,
      int to,
      int distance,
      int length) {
    for (int x = 0; x < length; x += 3 * LANES) {
      var s00 = FloatVector.zero(F32);
      var s01 = FloatVector.zero(F32);
      var s02 = FloatVector.zero(F32);
      var s10 = FloatVector.zero(F32);
      var s11 = FloatVector.zero(F32);
      var s12 = FloatVector.zero(F32);
      var s20 = FloatVector.zero(F32);
      var s21 = FloatVector.zero(F32);
      var s22 = FloatVector.zero(F32);
      int w = first;
      for (int k = 0; k < kOffsets.length; k++) {
        int p = offset + x + kOffsets[k];
        var w0 = FloatVector.broadcast(F32, weights[w]);
        var w1 = FloatVector.broadcast(F32, weights[w + 1]);
        var w2 = FloatVector.broadcast(F32, weights[w + 2]);
        w += 3;
        var x0 = FloatVector.fromArray(F32, planes, p);
        s00 = x0.fma(w0, s00);
        s10 = x0.fma(w1, s10);
        s20 = x0.fma(w2, s20);
        var x1 = FloatVector.fromArray(F32, planes, p + LANES);
        s01 = x1.fma(w0, s01);
        s11 = x1.fma(w1, s11);
        s21 = x1.fma(w2, s21);
        var x2 = FloatVector.fromArray(F32, planes, p + 2 * LANES);
        s02 = x2.fma(w0, s02);
        s12 = x2.fma(w1, s12);
        s22 = x2.fma(w2, s22);
      }
      int t = to + x;
      s00.intoArray(sums, t);
      s01.intoArray(sums, t + LANES);
      s02.intoArray(sums, t + 2 * LANES);
      t += distance;
      s10.intoArray(sums, t);
      s11.intoArray(sums, t + LANES);
      s12.intoArray(sums, t + 2 * LANES);
      t += distance;
      s20.intoArray(sums, t);
      s21.intoArray(sums, t + LANES);
      s22.intoArray(sums, t + 2 * LANES);
    }
  }
}
