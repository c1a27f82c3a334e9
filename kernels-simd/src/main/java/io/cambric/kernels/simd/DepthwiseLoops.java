package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The inner loops of {@link DepthwiseProduct}, called so that the JIT compiles them by themselves.
 */
final class DepthwiseLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private DepthwiseLoops() {}

  /** One row of {@code n} channels, a multiple of the lanes. */
  static void row(
      float[] left,
      int row,
      int[] kOffsets,
      float[] right,
      int rightOffset,
      int[] rightAt,
      float[] out,
      int to,
      int n) {
    int c = 0;
    // Four sums at a time hide the latency of one.
    for (; c <= n - 4 * LANES; c += 4 * LANES) {
      var s0 = FloatVector.zero(F32);
      var s1 = FloatVector.zero(F32);
      var s2 = FloatVector.zero(F32);
      var s3 = FloatVector.zero(F32);
      for (int k = 0; k < kOffsets.length; k++) {
        int x = row + kOffsets[k] + c;
        int w = rightOffset + rightAt[k] + c;
        s0 = load(left, x).fma(load(right, w), s0);
        s1 = load(left, x + LANES).fma(load(right, w + LANES), s1);
        s2 = load(left, x + 2 * LANES).fma(load(right, w + 2 * LANES), s2);
        s3 = load(left, x + 3 * LANES).fma(load(right, w + 3 * LANES), s3);
      }
      s0.intoArray(out, to + c);
      s1.intoArray(out, to + c + LANES);
      s2.intoArray(out, to + c + 2 * LANES);
      s3.intoArray(out, to + c + 3 * LANES);
    }
    for (; c < n; c += LANES) {
      var sum = FloatVector.zero(F32);
      for (int k = 0; k < kOffsets.length; k++) {
        sum = load(left, row + kOffsets[k] + c).fma(load(right, rightOffset + rightAt[k] + c), sum);
      }
      sum.intoArray(out, to + c);
    }
  }

  /**
   * Tiles of eight rows and one vector of channels: a weight is loaded once for all eight.
   *
   * @param end one past the last row, a multiple of 8 behind {@code first}
   */
  static void tiles(
      float[] left,
      int leftOffset,
      int[] rowAt,
      int first,
      int end,
      int[] kOffsets,
      float[] right,
      int rightOffset,
      int[] rightAt,
      float[] out,
      int outOffset,
      int[] outAt) {
    for (int i = first; i < end; i += 8) {
      int r0 = leftOffset + rowAt[i];
      int r1 = leftOffset + rowAt[i + 1];
      int r2 = leftOffset + rowAt[i + 2];
      int r3 = leftOffset + rowAt[i + 3];
      int r4 = leftOffset + rowAt[i + 4];
      int r5 = leftOffset + rowAt[i + 5];
      int r6 = leftOffset + rowAt[i + 6];
      int r7 = leftOffset + rowAt[i + 7];
      var s0 = FloatVector.zero(F32);
      var s1 = FloatVector.zero(F32);
      var s2 = FloatVector.zero(F32);
      var s3 = FloatVector.zero(F32);
      var s4 = FloatVector.zero(F32);
      var s5 = FloatVector.zero(F32);
      var s6 = FloatVector.zero(F32);
      var s7 = FloatVector.zero(F32);
      for (int k = 0; k < kOffsets.length; k++) {
        int at = kOffsets[k];
        var w = load(right, rightOffset + rightAt[k]);
        s0 = load(left, r0 + at).fma(w, s0);
        s1 = load(left, r1 + at).fma(w, s1);
        s2 = load(left, r2 + at).fma(w, s2);
        s3 = load(left, r3 + at).fma(w, s3);
        s4 = load(left, r4 + at).fma(w, s4);
        s5 = load(left, r5 + at).fma(w, s5);
        s6 = load(left, r6 + at).fma(w, s6);
        s7 = load(left, r7 + at).fma(w, s7);
      }
      s0.intoArray(out, outOffset + outAt[i]);
      s1.intoArray(out, outOffset + outAt[i + 1]);
      s2.intoArray(out, outOffset + outAt[i + 2]);
      s3.intoArray(out, outOffset + outAt[i + 3]);
      s4.intoArray(out, outOffset + outAt[i + 4]);
      s5.intoArray(out, outOffset + outAt[i + 5]);
      s6.intoArray(out, outOffset + outAt[i + 6]);
      s7.intoArray(out, outOffset + outAt[i + 7]);
    }
  }

  /**
   * Lines of results whose windows overlap: neighbours lie as far apart as taps do, so that four
   * results read six elements for three taps. The last four of a line may repeat some.
   *
   * @param first the first row of a line
   * @param end one past the last row of a line, whole lines behind {@code first}
   * @param width rows of a line, at least four
   * @param step distance of neighbours, and of the taps of a triple, in the left factor
   * @param triples how many taps come in threes; the others follow one by one
   * @param whole channels, a multiple of the lanes
   */
  static void lines(
      float[] left,
      int leftOffset,
      int[] rowAt,
      int first,
      int end,
      int width,
      int step,
      int[] kOffsets,
      int triples,
      float[] right,
      int rightOffset,
      int[] rightAt,
      int rightStep,
      float[] out,
      int outOffset,
      int[] outAt,
      int outStep,
      int whole) {
    for (int line = first; line < end; line += width) {
      for (int c = 0; c < whole; c += LANES) {
        for (int i = 0; i < width; i += 4) {
          int row = line + Math.min(i, width - 4);
          int r = leftOffset + rowAt[row] + c;
          var s0 = FloatVector.zero(F32);
          var s1 = FloatVector.zero(F32);
          var s2 = FloatVector.zero(F32);
          var s3 = FloatVector.zero(F32);
          for (int k = 0; k < triples; k += 3) {
            int x = r + kOffsets[k];
            int w = rightOffset + rightAt[k] + c;
            var w0 = load(right, w);
            w += rightStep;
            var w1 = load(right, w);
            w += rightStep;
            var w2 = load(right, w);
            var x0 = load(left, x);
            x += step;
            var x1 = load(left, x);
            x += step;
            var x2 = load(left, x);
            x += step;
            var x3 = load(left, x);
            x += step;
            var x4 = load(left, x);
            x += step;
            var x5 = load(left, x);
            s0 = x2.fma(w2, x1.fma(w1, x0.fma(w0, s0)));
            s1 = x3.fma(w2, x2.fma(w1, x1.fma(w0, s1)));
            s2 = x4.fma(w2, x3.fma(w1, x2.fma(w0, s2)));
            s3 = x5.fma(w2, x4.fma(w1, x3.fma(w0, s3)));
          }
          for (int k = triples; k < kOffsets.length; k++) {
            int x = r + kOffsets[k];
            var w = load(right, rightOffset + rightAt[k] + c);
            s0 = load(left, x).fma(w, s0);
            x += step;
            s1 = load(left, x).fma(w, s1);
            x += step;
            s2 = load(left, x).fma(w, s2);
            x += step;
            s3 = load(left, x).fma(w, s3);
          }
          int o = outOffset + outAt[row] + c;
          s0.intoArray(out, o);
          o += outStep;
          s1.intoArray(out, o);
          o += outStep;
          s2.intoArray(out, o);
          o += outStep;
          s3.intoArray(out, o);
        }
      }
    }
  }

  private static FloatVector load(float[] x, int i) {
    return FloatVector.fromArray(F32, x, i);
  }
}
