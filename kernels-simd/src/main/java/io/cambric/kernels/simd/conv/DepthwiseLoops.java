package io.cambric.kernels.simd.conv;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The inner loops of {@link DepthwiseProduct}, in methods that the JIT compiles separately. */
public final class DepthwiseLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private DepthwiseLoops() {}

  /**
   * Lines of outputs whose windows overlap. Neighbouring outputs are as far apart as taps, so four
   * outputs share six loads for three taps. The last four outputs of a line may repeat some of the
   * ones before.
   *
   * @param first the first row of a line
   * @param end one past the last row of a line, whole lines after {@code first}
   * @param width rows of a line, at least four
   * @param step distance in A of neighbouring rows, and of the taps of a triple
   * @param triples how many taps come in threes; the other taps follow singly
   * @param whole channels, a multiple of the lanes
   */
  public static void lines(
      float[] a,
      int aStart,
      int[] rowOffsets,
      int first,
      int end,
      int width,
      int step,
      int[] kOffsets,
      int triples,
      float[] b,
      int bStart,
      int[] bOffsets,
      int bStep,
      float[] out,
      int outStart,
      int[] outOffsets,
      int outStep,
      int whole) {
    for (int line = first; line < end; line += width) {
      for (int c = 0; c < whole; c += LANES) {
        for (int i = 0; i < width; i += 4) {
          int row = line + Math.min(i, width - 4);
          int r = aStart + rowOffsets[row] + c;
          var s0 = FloatVector.zero(F32);
          var s1 = FloatVector.zero(F32);
          var s2 = FloatVector.zero(F32);
          var s3 = FloatVector.zero(F32);
          for (int k = 0; k < triples; k += 3) {
            int x = r + kOffsets[k];
            int w = bStart + bOffsets[k] + c;
            var w0 = load(b, w);
            w += bStep;
            var w1 = load(b, w);
            w += bStep;
            var w2 = load(b, w);
            var x0 = load(a, x);
            x += step;
            var x1 = load(a, x);
            x += step;
            var x2 = load(a, x);
            x += step;
            var x3 = load(a, x);
            x += step;
            var x4 = load(a, x);
            x += step;
            var x5 = load(a, x);
            s0 = x2.fma(w2, x1.fma(w1, x0.fma(w0, s0)));
            s1 = x3.fma(w2, x2.fma(w1, x1.fma(w0, s1)));
            s2 = x4.fma(w2, x3.fma(w1, x2.fma(w0, s2)));
            s3 = x5.fma(w2, x4.fma(w1, x3.fma(w0, s3)));
          }
          for (int k = triples; k < kOffsets.length; k++) {
            int x = r + kOffsets[k];
            var w = load(b, bStart + bOffsets[k] + c);
            s0 = load(a, x).fma(w, s0);
            x += step;
            s1 = load(a, x).fma(w, s1);
            x += step;
            s2 = load(a, x).fma(w, s2);
            x += step;
            s3 = load(a, x).fma(w, s3);
          }
          int o = outStart + outOffsets[row] + c;
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
