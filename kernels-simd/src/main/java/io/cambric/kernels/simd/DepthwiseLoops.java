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
      int[] depthAt,
      float[] right,
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
      for (int k = 0; k < depthAt.length; k++) {
        int x = row + depthAt[k] + c;
        int w = rightAt[k] + c;
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
      for (int k = 0; k < depthAt.length; k++) {
        sum = load(left, row + depthAt[k] + c).fma(load(right, rightAt[k] + c), sum);
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
      int[] rowAt,
      int first,
      int end,
      int[] depthAt,
      float[] right,
      int[] rightAt,
      float[] out,
      int[] outAt,
      int channel) {
    for (int i = first; i < end; i += 8) {
      int r0 = rowAt[i] + channel;
      int r1 = rowAt[i + 1] + channel;
      int r2 = rowAt[i + 2] + channel;
      int r3 = rowAt[i + 3] + channel;
      int r4 = rowAt[i + 4] + channel;
      int r5 = rowAt[i + 5] + channel;
      int r6 = rowAt[i + 6] + channel;
      int r7 = rowAt[i + 7] + channel;
      var s0 = FloatVector.zero(F32);
      var s1 = FloatVector.zero(F32);
      var s2 = FloatVector.zero(F32);
      var s3 = FloatVector.zero(F32);
      var s4 = FloatVector.zero(F32);
      var s5 = FloatVector.zero(F32);
      var s6 = FloatVector.zero(F32);
      var s7 = FloatVector.zero(F32);
      for (int k = 0; k < depthAt.length; k++) {
        int at = depthAt[k];
        var w = load(right, rightAt[k] + channel);
        s0 = load(left, r0 + at).fma(w, s0);
        s1 = load(left, r1 + at).fma(w, s1);
        s2 = load(left, r2 + at).fma(w, s2);
        s3 = load(left, r3 + at).fma(w, s3);
        s4 = load(left, r4 + at).fma(w, s4);
        s5 = load(left, r5 + at).fma(w, s5);
        s6 = load(left, r6 + at).fma(w, s6);
        s7 = load(left, r7 + at).fma(w, s7);
      }
      s0.intoArray(out, outAt[i] + channel);
      s1.intoArray(out, outAt[i + 1] + channel);
      s2.intoArray(out, outAt[i + 2] + channel);
      s3.intoArray(out, outAt[i + 3] + channel);
      s4.intoArray(out, outAt[i + 4] + channel);
      s5.intoArray(out, outAt[i + 5] + channel);
      s6.intoArray(out, outAt[i + 6] + channel);
      s7.intoArray(out, outAt[i + 7] + channel);
    }
  }

  /**
   * Adds the products at {@code depth} positions to nine sums, {@code width} apart, of one vector
   * of channels each.
   */
  static void nineRows(
      float[] left,
      int leftOffset,
      int[] rowAt,
      int row,
      int[] leftAt,
      float[] right,
      int rightOffset,
      int[] rightAt,
      int depth,
      float[] sums,
      int to,
      int width) {
    int r0 = rowAt[row] + leftOffset;
    int r1 = rowAt[row + 1] + leftOffset;
    int r2 = rowAt[row + 2] + leftOffset;
    int r3 = rowAt[row + 3] + leftOffset;
    int r4 = rowAt[row + 4] + leftOffset;
    int r5 = rowAt[row + 5] + leftOffset;
    int r6 = rowAt[row + 6] + leftOffset;
    int r7 = rowAt[row + 7] + leftOffset;
    int r8 = rowAt[row + 8] + leftOffset;
    var s0 = load(sums, to);
    var s1 = load(sums, to + width);
    var s2 = load(sums, to + 2 * width);
    var s3 = load(sums, to + 3 * width);
    var s4 = load(sums, to + 4 * width);
    var s5 = load(sums, to + 5 * width);
    var s6 = load(sums, to + 6 * width);
    var s7 = load(sums, to + 7 * width);
    var s8 = load(sums, to + 8 * width);
    for (int k = 0; k < depth; k++) {
      int at = leftAt[k];
      var y = load(right, rightOffset + rightAt[k]);
      s0 = load(left, r0 + at).fma(y, s0);
      s1 = load(left, r1 + at).fma(y, s1);
      s2 = load(left, r2 + at).fma(y, s2);
      s3 = load(left, r3 + at).fma(y, s3);
      s4 = load(left, r4 + at).fma(y, s4);
      s5 = load(left, r5 + at).fma(y, s5);
      s6 = load(left, r6 + at).fma(y, s6);
      s7 = load(left, r7 + at).fma(y, s7);
      s8 = load(left, r8 + at).fma(y, s8);
    }
    s0.intoArray(sums, to);
    s1.intoArray(sums, to + width);
    s2.intoArray(sums, to + 2 * width);
    s3.intoArray(sums, to + 3 * width);
    s4.intoArray(sums, to + 4 * width);
    s5.intoArray(sums, to + 5 * width);
    s6.intoArray(sums, to + 6 * width);
    s7.intoArray(sums, to + 7 * width);
    s8.intoArray(sums, to + 8 * width);
  }

  private static FloatVector load(float[] x, int i) {
    return FloatVector.fromArray(F32, x, i);
  }
}
