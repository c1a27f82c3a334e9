package io.cambric.kernels.simd.conv;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The inner loops of {@link SlidingConv} and {@link SlidingSums}, in methods that the JIT compiles
 * separately. Both have two {@link SlidingWindows}, one a line below the other, that move by a
 * column in each iteration. Elements of the four lines are loaded once for both windows.
 *
 * <p>Columns outside the lines are 0; there is at most one before and one after them.
 */
public final class SlidingLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private SlidingLoops() {}

  /**
   * Two lines of sums of nine weighted elements each. The weights are loaded once.
   *
   * @param at0 position of the first column of the first line, if there is no column before it
   * @param zeros elements of a column before the lines
   * @param lead columns before the lines
   * @param tail columns after the lines
   * @param step distance of columns
   * @param weightOffsets positions of the weights, line by line
   * @param down distance of the two lines of results; 0 if only the first one counts
   * @param width results of a line
   * @param whole channels, a multiple of the lanes
   */
  public static void nineWeights(
      float[] line0,
      int at0,
      float[] line1,
      int at1,
      float[] line2,
      int at2,
      float[] line3,
      int at3,
      float[] zeros,
      int lead,
      int tail,
      int step,
      float[] weights,
      int[] weightOffsets,
      float[] out,
      int to,
      int down,
      int outStep,
      int width,
      int whole) {
    for (int c = 0; c < whole; c += LANES) {
      var w0 = load(weights, c + weightOffsets[0]);
      var w1 = load(weights, c + weightOffsets[1]);
      var w2 = load(weights, c + weightOffsets[2]);
      var w3 = load(weights, c + weightOffsets[3]);
      var w4 = load(weights, c + weightOffsets[4]);
      var w5 = load(weights, c + weightOffsets[5]);
      var w6 = load(weights, c + weightOffsets[6]);
      var w7 = load(weights, c + weightOffsets[7]);
      var w8 = load(weights, c + weightOffsets[8]);
      int o = to + c;
      int p0 = at0 + c;
      int p1 = at1 + c;
      int p2 = at2 + c;
      int p3 = at3 + c;
      var x0 = load(lead, zeros, line0, p0);
      var x3 = load(lead, zeros, line1, p1);
      var x6 = load(lead, zeros, line2, p2);
      var x9 = load(lead, zeros, line3, p3);
      p0 += step;
      p1 += step;
      p2 += step;
      p3 += step;
      var x1 = load(line0, p0);
      var x4 = load(line1, p1);
      var x7 = load(line2, p2);
      var x10 = load(line3, p3);
      for (int i = tail; i < width; i++) {
        p0 += step;
        p1 += step;
        p2 += step;
        p3 += step;
        var x2 = load(line0, p0);
        var x5 = load(line1, p1);
        var x8 = load(line2, p2);
        var x11 = load(line3, p3);
        var s0 = x2.fma(w2, x1.fma(w1, x0.fma(w0, FloatVector.zero(F32))));
        s0 = x5.fma(w5, x4.fma(w4, x3.fma(w3, s0)));
        s0 = x8.fma(w8, x7.fma(w7, x6.fma(w6, s0)));
        var s1 = x5.fma(w2, x4.fma(w1, x3.fma(w0, FloatVector.zero(F32))));
        s1 = x8.fma(w5, x7.fma(w4, x6.fma(w3, s1)));
        s1 = x11.fma(w8, x10.fma(w7, x9.fma(w6, s1)));
        s1.intoArray(out, o + down);
        s0.intoArray(out, o);
        o += outStep;
        x0 = x1;
        x1 = x2;
        x3 = x4;
        x4 = x5;
        x6 = x7;
        x7 = x8;
        x9 = x10;
        x10 = x11;
      }
      if (tail > 0) {
        var s0 = x1.fma(w1, x0.fma(w0, FloatVector.zero(F32)));
        s0 = x4.fma(w4, x3.fma(w3, s0));
        s0 = x7.fma(w7, x6.fma(w6, s0));
        var s1 = x4.fma(w1, x3.fma(w0, FloatVector.zero(F32)));
        s1 = x7.fma(w4, x6.fma(w3, s1));
        s1 = x10.fma(w7, x9.fma(w6, s1));
        s1.intoArray(out, o + down);
        s0.intoArray(out, o);
      }
    }
  }

  /**
   * Adds products of two rhs lines and the elements of their windows to nine sums, one for each
   * position in a window.
   *
   * @param rhsStart start of the first line of the rhs
   * @param down distance of the lines of the rhs
   * @param rhsStep distance of its columns
   * @param width its columns
   * @param distance of neighbouring sums
   * @param whole channels, a multiple of the lanes
   */
  public static void nineSums(
      float[] line0,
      int at0,
      float[] line1,
      int at1,
      float[] line2,
      int at2,
      float[] line3,
      int at3,
      float[] zeros,
      int lead,
      int tail,
      int step,
      float[] rhs,
      int rhsStart,
      int down,
      int rhsStep,
      int width,
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
      int q = rhsStart + c;
      int p0 = at0 + c;
      int p1 = at1 + c;
      int p2 = at2 + c;
      int p3 = at3 + c;
      var x0 = load(lead, zeros, line0, p0);
      var x3 = load(lead, zeros, line1, p1);
      var x6 = load(lead, zeros, line2, p2);
      var x9 = load(lead, zeros, line3, p3);
      p0 += step;
      p1 += step;
      p2 += step;
      p3 += step;
      var x1 = load(line0, p0);
      var x4 = load(line1, p1);
      var x7 = load(line2, p2);
      var x10 = load(line3, p3);
      for (int i = tail; i < width; i++) {
        p0 += step;
        p1 += step;
        p2 += step;
        p3 += step;
        var x2 = load(line0, p0);
        var x5 = load(line1, p1);
        var x8 = load(line2, p2);
        var x11 = load(line3, p3);
        var y0 = load(rhs, q);
        var y1 = load(rhs, q + down);
        q += rhsStep;
        s0 = x3.fma(y1, x0.fma(y0, s0));
        s1 = x4.fma(y1, x1.fma(y0, s1));
        s2 = x5.fma(y1, x2.fma(y0, s2));
        s3 = x6.fma(y1, x3.fma(y0, s3));
        s4 = x7.fma(y1, x4.fma(y0, s4));
        s5 = x8.fma(y1, x5.fma(y0, s5));
        s6 = x9.fma(y1, x6.fma(y0, s6));
        s7 = x10.fma(y1, x7.fma(y0, s7));
        s8 = x11.fma(y1, x8.fma(y0, s8));
        x0 = x1;
        x1 = x2;
        x3 = x4;
        x4 = x5;
        x6 = x7;
        x7 = x8;
        x9 = x10;
        x10 = x11;
      }
      if (tail > 0) {
        var y0 = load(rhs, q);
        var y1 = load(rhs, q + down);
        s0 = x3.fma(y1, x0.fma(y0, s0));
        s1 = x4.fma(y1, x1.fma(y0, s1));
        s3 = x6.fma(y1, x3.fma(y0, s3));
        s4 = x7.fma(y1, x4.fma(y0, s4));
        s6 = x9.fma(y1, x6.fma(y0, s6));
        s7 = x10.fma(y1, x7.fma(y0, s7));
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

  private static FloatVector load(int neighbour, float[] zeros, float[] x, int i) {
    return load(neighbour > 0 ? zeros : x, neighbour > 0 ? 0 : i);
  }

  private static FloatVector load(float[] x, int i) {
    return FloatVector.fromArray(F32, x, i);
  }
}
