package io.cambric.kernels.simd;

import static java.lang.Float.floatToRawIntBits;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Micro-kernels that read A unpacked, for rows made of contiguous runs. A plain matrix has one run
 * per row, a convolution one run per line of its window.
 *
 * <p>Element (i, k) of A is at {@code rowOffsets[row + i] + shift + kOffsets[d] + p} for {@code k =
 * d * run + p}. B is a packed panel. Tiles from {@code row} to {@code rowEnd} are computed one
 * after another, their accumulators stay in registers.
 *
 * <p>C is overwritten, never added to: masks and branches would keep C2 from compiling the method
 * well.
 */
final class ContiguousATiles {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final VectorSpecies<Integer> I32 = Species.I32;
  private static final int LANES = Species.LANES;

  private ContiguousATiles() {}

  static void tile8x2(
      float[] a,
      int[] rowOffsets,
      int row,
      int rowEnd,
      int[] kOffsets,
      int from,
      int to,
      int shift,
      int run,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int column) {
    for (int i = row, o = outRow; i < rowEnd; i += 8, o += 8) {
      int r0 = rowOffsets[i] + shift;
      int r1 = rowOffsets[i + 1] + shift;
      int r2 = rowOffsets[i + 2] + shift;
      int r3 = rowOffsets[i + 3] + shift;
      int r4 = rowOffsets[i + 4] + shift;
      int r5 = rowOffsets[i + 5] + shift;
      int r6 = rowOffsets[i + 6] + shift;
      int r7 = rowOffsets[i + 7] + shift;
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
      for (int d = from; d < to; d++) {
        int at = kOffsets[d];
        int a0 = r0 + at;
        int a1 = r1 + at;
        int a2 = r2 + at;
        int a3 = r3 + at;
        int a4 = r4 + at;
        int a5 = r5 + at;
        int a6 = r6 + at;
        int a7 = r7 + at;
        for (int p = 0; p < run; p++) {
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
          q += 2 * LANES;
        }
      }
      int o0 = outOffsets[o] + column;
      c00.intoArray(c, o0);
      c01.intoArray(c, o0 + LANES);
      int o1 = outOffsets[o + 1] + column;
      c10.intoArray(c, o1);
      c11.intoArray(c, o1 + LANES);
      int o2 = outOffsets[o + 2] + column;
      c20.intoArray(c, o2);
      c21.intoArray(c, o2 + LANES);
      int o3 = outOffsets[o + 3] + column;
      c30.intoArray(c, o3);
      c31.intoArray(c, o3 + LANES);
      int o4 = outOffsets[o + 4] + column;
      c40.intoArray(c, o4);
      c41.intoArray(c, o4 + LANES);
      int o5 = outOffsets[o + 5] + column;
      c50.intoArray(c, o5);
      c51.intoArray(c, o5 + LANES);
      int o6 = outOffsets[o + 6] + column;
      c60.intoArray(c, o6);
      c61.intoArray(c, o6 + LANES);
      int o7 = outOffsets[o + 7] + column;
      c70.intoArray(c, o7);
      c71.intoArray(c, o7 + LANES);
    }
  }

  /** 8x1 tiles, whose broadcasts load ints; see {@link Species}. */
  static void tile8x1(
      float[] a,
      int[] rowOffsets,
      int row,
      int rowEnd,
      int[] kOffsets,
      int from,
      int to,
      int shift,
      int run,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int column) {
    for (int i = row, o = outRow; i < rowEnd; i += 8, o += 8) {
      int r0 = rowOffsets[i] + shift;
      int r1 = rowOffsets[i + 1] + shift;
      int r2 = rowOffsets[i + 2] + shift;
      int r3 = rowOffsets[i + 3] + shift;
      int r4 = rowOffsets[i + 4] + shift;
      int r5 = rowOffsets[i + 5] + shift;
      int r6 = rowOffsets[i + 6] + shift;
      int r7 = rowOffsets[i + 7] + shift;
      int q = panel;
      var c0 = FloatVector.zero(F32);
      var c1 = FloatVector.zero(F32);
      var c2 = FloatVector.zero(F32);
      var c3 = FloatVector.zero(F32);
      var c4 = FloatVector.zero(F32);
      var c5 = FloatVector.zero(F32);
      var c6 = FloatVector.zero(F32);
      var c7 = FloatVector.zero(F32);
      for (int d = from; d < to; d++) {
        int at = kOffsets[d];
        int a0 = r0 + at;
        int a1 = r1 + at;
        int a2 = r2 + at;
        int a3 = r3 + at;
        int a4 = r4 + at;
        int a5 = r5 + at;
        int a6 = r6 + at;
        int a7 = r7 + at;
        for (int p = 0; p < run; p++) {
          var w = FloatVector.fromArray(F32, b, q);
          c0 =
              IntVector.broadcast(I32, floatToRawIntBits(a[a0 + p]))
                  .viewAsFloatingLanes()
                  .fma(w, c0);
          c1 =
              IntVector.broadcast(I32, floatToRawIntBits(a[a1 + p]))
                  .viewAsFloatingLanes()
                  .fma(w, c1);
          c2 =
              IntVector.broadcast(I32, floatToRawIntBits(a[a2 + p]))
                  .viewAsFloatingLanes()
                  .fma(w, c2);
          c3 =
              IntVector.broadcast(I32, floatToRawIntBits(a[a3 + p]))
                  .viewAsFloatingLanes()
                  .fma(w, c3);
          c4 =
              IntVector.broadcast(I32, floatToRawIntBits(a[a4 + p]))
                  .viewAsFloatingLanes()
                  .fma(w, c4);
          c5 =
              IntVector.broadcast(I32, floatToRawIntBits(a[a5 + p]))
                  .viewAsFloatingLanes()
                  .fma(w, c5);
          c6 =
              IntVector.broadcast(I32, floatToRawIntBits(a[a6 + p]))
                  .viewAsFloatingLanes()
                  .fma(w, c6);
          c7 =
              IntVector.broadcast(I32, floatToRawIntBits(a[a7 + p]))
                  .viewAsFloatingLanes()
                  .fma(w, c7);
          q += LANES;
        }
      }
      c0.intoArray(c, outOffsets[o] + column);
      c1.intoArray(c, outOffsets[o + 1] + column);
      c2.intoArray(c, outOffsets[o + 2] + column);
      c3.intoArray(c, outOffsets[o + 3] + column);
      c4.intoArray(c, outOffsets[o + 4] + column);
      c5.intoArray(c, outOffsets[o + 5] + column);
      c6.intoArray(c, outOffsets[o + 6] + column);
      c7.intoArray(c, outOffsets[o + 7] + column);
    }
  }

  /** 4x2 tiles, for {@linkplain Species#FEW_REGISTERS few registers}. */
  static void tile4x2(
      float[] a,
      int[] rowOffsets,
      int row,
      int rowEnd,
      int[] kOffsets,
      int from,
      int to,
      int shift,
      int run,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int column) {
    for (int i = row, o = outRow; i < rowEnd; i += 4, o += 4) {
      int r0 = rowOffsets[i] + shift;
      int r1 = rowOffsets[i + 1] + shift;
      int r2 = rowOffsets[i + 2] + shift;
      int r3 = rowOffsets[i + 3] + shift;
      int q = panel;
      var c00 = FloatVector.zero(F32);
      var c01 = FloatVector.zero(F32);
      var c10 = FloatVector.zero(F32);
      var c11 = FloatVector.zero(F32);
      var c20 = FloatVector.zero(F32);
      var c21 = FloatVector.zero(F32);
      var c30 = FloatVector.zero(F32);
      var c31 = FloatVector.zero(F32);
      for (int d = from; d < to; d++) {
        int at = kOffsets[d];
        int a0 = r0 + at;
        int a1 = r1 + at;
        int a2 = r2 + at;
        int a3 = r3 + at;
        for (int p = 0; p < run; p++) {
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
          q += 2 * LANES;
        }
      }
      int o0 = outOffsets[o] + column;
      c00.intoArray(c, o0);
      c01.intoArray(c, o0 + LANES);
      int o1 = outOffsets[o + 1] + column;
      c10.intoArray(c, o1);
      c11.intoArray(c, o1 + LANES);
      int o2 = outOffsets[o + 2] + column;
      c20.intoArray(c, o2);
      c21.intoArray(c, o2 + LANES);
      int o3 = outOffsets[o + 3] + column;
      c30.intoArray(c, o3);
      c31.intoArray(c, o3 + LANES);
    }
  }
}
