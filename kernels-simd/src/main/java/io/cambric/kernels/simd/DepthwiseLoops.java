package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The inner loop of {@link DepthwiseProduct}, called so that the JIT compiles it by itself. */
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

  private static FloatVector load(float[] x, int i) {
    return FloatVector.fromArray(F32, x, i);
  }
}
