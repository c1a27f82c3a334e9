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
    for (int c = 0; c < n; c += LANES) {
      var sum = FloatVector.zero(F32);
      for (int k = 0; k < depthAt.length; k++) {
        var x = FloatVector.fromArray(F32, left, row + depthAt[k] + c);
        sum = x.fma(FloatVector.fromArray(F32, right, rightAt[k] + c), sum);
      }
      sum.intoArray(out, to + c);
    }
  }
}
