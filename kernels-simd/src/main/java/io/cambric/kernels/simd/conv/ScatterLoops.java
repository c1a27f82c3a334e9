package io.cambric.kernels.simd.conv;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The inner loop of {@link ScatterConv}, in a method that the JIT compiles separately. */
public final class ScatterLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private ScatterLoops() {}

  /**
   * Adds the runs of some contiguous rows to sums at other positions.
   *
   * @param x the rows, with a run of {@code length} for each entry of {@code runOffsets}
   * @param to position of the sums of the first row, to which {@code runOffsets} are added
   * @param step distance of the sums of neighbouring rows
   * @param n rows
   */
  public static void addRuns(
      float[] x, int from, float[] sums, int to, int[] runOffsets, int length, int step, int n) {
    int whole = length - length % LANES;
    var rest = F32.indexInRange(whole, length);
    int s = from;
    for (int i = 0; i < n; i++) {
      int row = to + i * step;
      for (int r = 0; r < runOffsets.length; r++) {
        int t = row + runOffsets[r];
        for (int j = 0; j < whole; j += LANES) {
          var sum = FloatVector.fromArray(F32, sums, t + j);
          sum.add(FloatVector.fromArray(F32, x, s + j)).intoArray(sums, t + j);
        }
        if (whole < length) {
          var sum = FloatVector.fromArray(F32, sums, t + whole, rest);
          var value = FloatVector.fromArray(F32, x, s + whole, rest);
          sum.add(value).intoArray(sums, t + whole, rest);
        }
        s += length;
      }
    }
  }
}
