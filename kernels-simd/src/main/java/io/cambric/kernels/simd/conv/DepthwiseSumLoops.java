package io.cambric.kernels.simd.conv;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The inner loops of {@link DepthwiseSums}, in methods that the JIT compiles separately. */
public final class DepthwiseSumLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private DepthwiseSumLoops() {}

  /**
   * Adds products of lines of pixels to nine sums: three windows of three taps each. The windows
   * move by one tap from pixel to pixel, so that each element is loaded once.
   *
   * @param first the first pixel of a line
   * @param end one past the last pixel of a line, whole lines after {@code first}
   * @param width pixels of a line
   * @param step distance in A of neighbouring pixels, and of taps
   * @param distance of neighbouring sums
   * @param whole channels, a multiple of the lanes
   */
  public static void nineTaps(
      float[] a,
      int window0,
      int window1,
      int window2,
      int[] aOffsets,
      int first,
      int end,
      int width,
      int step,
      float[] b,
      int bStart,
      int[] bOffsets,
      int bStep,
      float[] sums,
      int to,
      int distance,
      int whole) {
    for (int c = 0; c < whole; c += LANES) {
      int at = to + c;
      var s0 = load(sums, at);
      var s1 = load(sums, at + distance);
      var s2 = load(sums, at + 2 * distance);
      var s3 = load(sums, at + 3 * distance);
      var s4 = load(sums, at + 4 * distance);
      var s5 = load(sums, at + 5 * distance);
      var s6 = load(sums, at + 6 * distance);
      var s7 = load(sums, at + 7 * distance);
      var s8 = load(sums, at + 8 * distance);
      for (int k = first; k < end; k += width) {
        int p0 = window0 + aOffsets[k] + c;
        int p1 = window1 + aOffsets[k] + c;
        int p2 = window2 + aOffsets[k] + c;
        int q = bStart + bOffsets[k] + c;
        var x0 = load(a, p0);
        var x3 = load(a, p1);
        var x6 = load(a, p2);
        p0 += step;
        p1 += step;
        p2 += step;
        var x1 = load(a, p0);
        var x4 = load(a, p1);
        var x7 = load(a, p2);
        for (int i = 0; i < width; i++) {
          p0 += step;
          p1 += step;
          p2 += step;
          var x2 = load(a, p0);
          var x5 = load(a, p1);
          var x8 = load(a, p2);
          var y = load(b, q);
          q += bStep;
          s0 = x0.fma(y, s0);
          s1 = x1.fma(y, s1);
          s2 = x2.fma(y, s2);
          s3 = x3.fma(y, s3);
          s4 = x4.fma(y, s4);
          s5 = x5.fma(y, s5);
          s6 = x6.fma(y, s6);
          s7 = x7.fma(y, s7);
          s8 = x8.fma(y, s8);
          x0 = x1;
          x1 = x2;
          x3 = x4;
          x4 = x5;
          x6 = x7;
          x7 = x8;
        }
      }
      s0.intoArray(sums, at);
      s1.intoArray(sums, at + distance);
      s2.intoArray(sums, at + 2 * distance);
      s3.intoArray(sums, at + 3 * distance);
      s4.intoArray(sums, at + 4 * distance);
      s5.intoArray(sums, at + 5 * distance);
      s6.intoArray(sums, at + 6 * distance);
      s7.intoArray(sums, at + 7 * distance);
      s8.intoArray(sums, at + 8 * distance);
    }
  }

  private static FloatVector load(float[] x, int i) {
    return FloatVector.fromArray(F32, x, i);
  }
}
