package io.cambric.kernels.simd;

import static java.lang.Float.floatToRawIntBits;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Micro-kernels that add outer products to tiles of C, with both operands unpacked. For each k they
 * multiply adjacent elements of A by one or two vectors of B.
 *
 * <p>For each k, tile t reads A from {@code aStart + tileOffsets[t] + aOffsets[k]} and B from
 * {@code bStart + bOffsets[k]}. The rows of the tiles are contiguous from {@code start} on.
 * Adjacent elements need a single bounds check, which makes these tiles faster than tiles with an
 * offset for each row.
 */
final class OuterProductTiles {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final VectorSpecies<Integer> I32 = Species.I32;
  private static final int LANES = Species.LANES;

  private OuterProductTiles() {}

  /** 8x2 tiles. */
  static void tile8x2(
      float[] a,
      int aStart,
      int[] tileOffsets,
      int first,
      int end,
      int[] aOffsets,
      float[] b,
      int bStart,
      int[] bOffsets,
      int from,
      int to,
      float[] c,
      int start) {
    int at = start;
    for (int t = first; t < end; t++) {
      int row = aStart + tileOffsets[t];
      var c00 = FloatVector.fromArray(F32, c, at);
      var c01 = FloatVector.fromArray(F32, c, at + LANES);
      var c10 = FloatVector.fromArray(F32, c, at + 2 * LANES);
      var c11 = FloatVector.fromArray(F32, c, at + 3 * LANES);
      var c20 = FloatVector.fromArray(F32, c, at + 4 * LANES);
      var c21 = FloatVector.fromArray(F32, c, at + 5 * LANES);
      var c30 = FloatVector.fromArray(F32, c, at + 6 * LANES);
      var c31 = FloatVector.fromArray(F32, c, at + 7 * LANES);
      var c40 = FloatVector.fromArray(F32, c, at + 8 * LANES);
      var c41 = FloatVector.fromArray(F32, c, at + 9 * LANES);
      var c50 = FloatVector.fromArray(F32, c, at + 10 * LANES);
      var c51 = FloatVector.fromArray(F32, c, at + 11 * LANES);
      var c60 = FloatVector.fromArray(F32, c, at + 12 * LANES);
      var c61 = FloatVector.fromArray(F32, c, at + 13 * LANES);
      var c70 = FloatVector.fromArray(F32, c, at + 14 * LANES);
      var c71 = FloatVector.fromArray(F32, c, at + 15 * LANES);
      for (int k = from; k < to; k++) {
        int p = row + aOffsets[k];
        int q = bStart + bOffsets[k];
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
      }
      c00.intoArray(c, at);
      c01.intoArray(c, at + LANES);
      c10.intoArray(c, at + 2 * LANES);
      c11.intoArray(c, at + 3 * LANES);
      c20.intoArray(c, at + 4 * LANES);
      c21.intoArray(c, at + 5 * LANES);
      c30.intoArray(c, at + 6 * LANES);
      c31.intoArray(c, at + 7 * LANES);
      c40.intoArray(c, at + 8 * LANES);
      c41.intoArray(c, at + 9 * LANES);
      c50.intoArray(c, at + 10 * LANES);
      c51.intoArray(c, at + 11 * LANES);
      c60.intoArray(c, at + 12 * LANES);
      c61.intoArray(c, at + 13 * LANES);
      c70.intoArray(c, at + 14 * LANES);
      c71.intoArray(c, at + 15 * LANES);
      at += 16 * LANES;
    }
  }

  /** 4x2 tiles. */
  static void tile4x2(
      float[] a,
      int aStart,
      int[] tileOffsets,
      int first,
      int end,
      int[] aOffsets,
      float[] b,
      int bStart,
      int[] bOffsets,
      int from,
      int to,
      float[] c,
      int start) {
    int at = start;
    for (int t = first; t < end; t++) {
      int row = aStart + tileOffsets[t];
      var c00 = FloatVector.fromArray(F32, c, at);
      var c01 = FloatVector.fromArray(F32, c, at + LANES);
      var c10 = FloatVector.fromArray(F32, c, at + 2 * LANES);
      var c11 = FloatVector.fromArray(F32, c, at + 3 * LANES);
      var c20 = FloatVector.fromArray(F32, c, at + 4 * LANES);
      var c21 = FloatVector.fromArray(F32, c, at + 5 * LANES);
      var c30 = FloatVector.fromArray(F32, c, at + 6 * LANES);
      var c31 = FloatVector.fromArray(F32, c, at + 7 * LANES);
      for (int k = from; k < to; k++) {
        int p = row + aOffsets[k];
        int q = bStart + bOffsets[k];
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
      c00.intoArray(c, at);
      c01.intoArray(c, at + LANES);
      c10.intoArray(c, at + 2 * LANES);
      c11.intoArray(c, at + 3 * LANES);
      c20.intoArray(c, at + 4 * LANES);
      c21.intoArray(c, at + 5 * LANES);
      c30.intoArray(c, at + 6 * LANES);
      c31.intoArray(c, at + 7 * LANES);
      at += 8 * LANES;
    }
  }

  /** 8x1 tiles, whose broadcasts load ints; see {@link Species}. */
  static void tile8x1(
      float[] a,
      int aStart,
      int[] tileOffsets,
      int first,
      int end,
      int[] aOffsets,
      float[] b,
      int bStart,
      int[] bOffsets,
      int from,
      int to,
      float[] c,
      int start) {
    int at = start;
    for (int t = first; t < end; t++) {
      int row = aStart + tileOffsets[t];
      var c0 = FloatVector.fromArray(F32, c, at);
      var c1 = FloatVector.fromArray(F32, c, at + LANES);
      var c2 = FloatVector.fromArray(F32, c, at + 2 * LANES);
      var c3 = FloatVector.fromArray(F32, c, at + 3 * LANES);
      var c4 = FloatVector.fromArray(F32, c, at + 4 * LANES);
      var c5 = FloatVector.fromArray(F32, c, at + 5 * LANES);
      var c6 = FloatVector.fromArray(F32, c, at + 6 * LANES);
      var c7 = FloatVector.fromArray(F32, c, at + 7 * LANES);
      for (int k = from; k < to; k++) {
        int p = row + aOffsets[k];
        var b0 = FloatVector.fromArray(F32, b, bStart + bOffsets[k]);
        c0 = IntVector.broadcast(I32, floatToRawIntBits(a[p])).viewAsFloatingLanes().fma(b0, c0);
        c1 =
            IntVector.broadcast(I32, floatToRawIntBits(a[p + 1])).viewAsFloatingLanes().fma(b0, c1);
        c2 =
            IntVector.broadcast(I32, floatToRawIntBits(a[p + 2])).viewAsFloatingLanes().fma(b0, c2);
        c3 =
            IntVector.broadcast(I32, floatToRawIntBits(a[p + 3])).viewAsFloatingLanes().fma(b0, c3);
        c4 =
            IntVector.broadcast(I32, floatToRawIntBits(a[p + 4])).viewAsFloatingLanes().fma(b0, c4);
        c5 =
            IntVector.broadcast(I32, floatToRawIntBits(a[p + 5])).viewAsFloatingLanes().fma(b0, c5);
        c6 =
            IntVector.broadcast(I32, floatToRawIntBits(a[p + 6])).viewAsFloatingLanes().fma(b0, c6);
        c7 =
            IntVector.broadcast(I32, floatToRawIntBits(a[p + 7])).viewAsFloatingLanes().fma(b0, c7);
      }
      c0.intoArray(c, at);
      c1.intoArray(c, at + LANES);
      c2.intoArray(c, at + 2 * LANES);
      c3.intoArray(c, at + 3 * LANES);
      c4.intoArray(c, at + 4 * LANES);
      c5.intoArray(c, at + 5 * LANES);
      c6.intoArray(c, at + 6 * LANES);
      c7.intoArray(c, at + 7 * LANES);
      at += 8 * LANES;
    }
  }

  /** 8x1/2 tiles: eight columns, with two rows in a vector of sixteen lanes. */
  static void tile8xHalf(
      float[] a,
      int aStart,
      int[] tileOffsets,
      int first,
      int end,
      int[] aOffsets,
      float[] b,
      int bStart,
      int[] bOffsets,
      int from,
      int to,
      float[] c,
      int start) {
    int at = start;
    for (int t = first; t < end; t++) {
      int row = aStart + tileOffsets[t];
      var c01 = FloatVector.fromArray(F32, c, at);
      var c23 = FloatVector.fromArray(F32, c, at + LANES);
      var c45 = FloatVector.fromArray(F32, c, at + 2 * LANES);
      var c67 = FloatVector.fromArray(F32, c, at + 3 * LANES);
      for (int k = from; k < to; k++) {
        var x = FloatVector.fromArray(F32, a, row + aOffsets[k]);
        var y = FloatVector.fromArray(F32, b, bStart + bOffsets[k]);
        var w = y.rearrange(HalfVectors.TWICE);
        c01 = x.rearrange(HalfVectors.ROWS_01).fma(w, c01);
        c23 = x.rearrange(HalfVectors.ROWS_23).fma(w, c23);
        c45 = x.rearrange(HalfVectors.ROWS_45).fma(w, c45);
        c67 = x.rearrange(HalfVectors.ROWS_67).fma(w, c67);
      }
      c01.intoArray(c, at);
      c23.intoArray(c, at + LANES);
      c45.intoArray(c, at + 2 * LANES);
      c67.intoArray(c, at + 3 * LANES);
      at += 4 * LANES;
    }
  }
}
