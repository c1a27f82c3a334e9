package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The inner loops of {@link SkinnyGemm}, in methods that the JIT compiles separately. */
public final class SkinnyLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private SkinnyLoops() {}

  /**
   * One row times {@code n} columns, a multiple of the lanes; four vectors of columns at a time.
   */
  public static void row(
      float[] a,
      int row,
      int[] aOffsets,
      float[] b,
      int[] bOffsets,
      int column,
      float[] out,
      int to,
      int n) {
    int c = 0;
    for (; c <= n - 4 * LANES; c += 4 * LANES) {
      var s0 = FloatVector.zero(F32);
      var s1 = FloatVector.zero(F32);
      var s2 = FloatVector.zero(F32);
      var s3 = FloatVector.zero(F32);
      for (int k = 0; k < aOffsets.length; k++) {
        var x = FloatVector.broadcast(F32, a[row + aOffsets[k]]);
        int at = bOffsets[k] + column + c;
        s0 = x.fma(FloatVector.fromArray(F32, b, at), s0);
        s1 = x.fma(FloatVector.fromArray(F32, b, at + LANES), s1);
        s2 = x.fma(FloatVector.fromArray(F32, b, at + 2 * LANES), s2);
        s3 = x.fma(FloatVector.fromArray(F32, b, at + 3 * LANES), s3);
      }
      s0.intoArray(out, to + c);
      s1.intoArray(out, to + c + LANES);
      s2.intoArray(out, to + c + 2 * LANES);
      s3.intoArray(out, to + c + 3 * LANES);
    }
    for (; c < n; c += LANES) {
      var sum = FloatVector.zero(F32);
      for (int k = 0; k < aOffsets.length; k++) {
        var x = FloatVector.broadcast(F32, a[row + aOffsets[k]]);
        sum = x.fma(FloatVector.fromArray(F32, b, bOffsets[k] + column + c), sum);
      }
      sum.intoArray(out, to + c);
    }
  }
}
