package io.cambric.kernels.simd.conv;

import static java.lang.Float.floatToRawIntBits;

import io.cambric.kernels.simd.jit.HalfVectors;
import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/** The inner loops of {@link LineGemm}, in methods that the JIT compiles separately. */
public final class LineLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final VectorSpecies<Integer> I32 = Species.I32;
  private static final int LANES = Species.LANES;

  private LineLoops() {}

  /**
   * 8x1 tiles of neighbouring rows, which are adjacent in A. The last tile of a line may repeat
   * some rows. Broadcasts load ints; see {@link Species}.
   *
   * @param first the first row of a line
   * @param end one past the last row of a line, whole lines after {@code first}
   * @param width rows of a line, at least eight
   * @param b a vector for each k
   * @param columns the columns that are stored
   */
  public static void tile8x1(
      float[] a,
      int aStart,
      int[] rowOffsets,
      int first,
      int end,
      int width,
      int[] kOffsets,
      float[] b,
      float[] out,
      int outStart,
      int[] outOffsets,
      int outStep,
      int columns) {
    var used = F32.indexInRange(0, columns);
    for (int line = first; line < end; line += width) {
      for (int i = 0; i < width; i += 8) {
        int row = line + Math.min(i, width - 8);
        int at = aStart + rowOffsets[row];
        var s0 = FloatVector.zero(F32);
        var s1 = FloatVector.zero(F32);
        var s2 = FloatVector.zero(F32);
        var s3 = FloatVector.zero(F32);
        var s4 = FloatVector.zero(F32);
        var s5 = FloatVector.zero(F32);
        var s6 = FloatVector.zero(F32);
        var s7 = FloatVector.zero(F32);
        for (int k = 0; k < kOffsets.length; k++) {
          int p = at + kOffsets[k];
          var w = FloatVector.fromArray(F32, b, k * LANES);
          s0 = IntVector.broadcast(I32, floatToRawIntBits(a[p])).viewAsFloatingLanes().fma(w, s0);
          s1 =
              IntVector.broadcast(I32, floatToRawIntBits(a[p + 1]))
                  .viewAsFloatingLanes()
                  .fma(w, s1);
          s2 =
              IntVector.broadcast(I32, floatToRawIntBits(a[p + 2]))
                  .viewAsFloatingLanes()
                  .fma(w, s2);
          s3 =
              IntVector.broadcast(I32, floatToRawIntBits(a[p + 3]))
                  .viewAsFloatingLanes()
                  .fma(w, s3);
          s4 =
              IntVector.broadcast(I32, floatToRawIntBits(a[p + 4]))
                  .viewAsFloatingLanes()
                  .fma(w, s4);
          s5 =
              IntVector.broadcast(I32, floatToRawIntBits(a[p + 5]))
                  .viewAsFloatingLanes()
                  .fma(w, s5);
          s6 =
              IntVector.broadcast(I32, floatToRawIntBits(a[p + 6]))
                  .viewAsFloatingLanes()
                  .fma(w, s6);
          s7 =
              IntVector.broadcast(I32, floatToRawIntBits(a[p + 7]))
                  .viewAsFloatingLanes()
                  .fma(w, s7);
        }
        int o = outStart + outOffsets[row];
        s0.intoArray(out, o, used);
        o += outStep;
        s1.intoArray(out, o, used);
        o += outStep;
        s2.intoArray(out, o, used);
        o += outStep;
        s3.intoArray(out, o, used);
        o += outStep;
        s4.intoArray(out, o, used);
        o += outStep;
        s5.intoArray(out, o, used);
        o += outStep;
        s6.intoArray(out, o, used);
        o += outStep;
        s7.intoArray(out, o, used);
      }
    }
  }

  /**
   * 8x1/2 tiles: up to eight columns where vectors have sixteen lanes, with two rows per vector.
   *
   * @param b the columns twice for each k
   */
  public static void tile8xHalf(
      float[] a,
      int aStart,
      int[] rowOffsets,
      int first,
      int end,
      int width,
      int[] kOffsets,
      float[] b,
      float[] out,
      int outStart,
      int[] outOffsets,
      int outStep,
      int columns) {
    var low = F32.indexInRange(0, columns);
    var high = F32.indexInRange(0, 8 + columns).and(HalfVectors.HIGH);
    for (int line = first; line < end; line += width) {
      for (int i = 0; i < width; i += 8) {
        int row = line + Math.min(i, width - 8);
        int at = aStart + rowOffsets[row];
        var s01 = FloatVector.zero(F32);
        var s23 = FloatVector.zero(F32);
        var s45 = FloatVector.zero(F32);
        var s67 = FloatVector.zero(F32);
        for (int k = 0; k < kOffsets.length; k++) {
          var x = FloatVector.fromArray(F32, a, at + kOffsets[k], HalfVectors.LOW);
          var w = FloatVector.fromArray(F32, b, k * LANES);
          s01 = x.rearrange(HalfVectors.ROWS_01).fma(w, s01);
          s23 = x.rearrange(HalfVectors.ROWS_23).fma(w, s23);
          s45 = x.rearrange(HalfVectors.ROWS_45).fma(w, s45);
          s67 = x.rearrange(HalfVectors.ROWS_67).fma(w, s67);
        }
        int o = outStart + outOffsets[row];
        s01.intoArray(out, o, low);
        s01.intoArray(out, o + outStep - 8, high);
        o += 2 * outStep;
        s23.intoArray(out, o, low);
        s23.intoArray(out, o + outStep - 8, high);
        o += 2 * outStep;
        s45.intoArray(out, o, low);
        s45.intoArray(out, o + outStep - 8, high);
        o += 2 * outStep;
        s67.intoArray(out, o, low);
        s67.intoArray(out, o + outStep - 8, high);
      }
    }
  }
}
