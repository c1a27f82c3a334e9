package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The inner loop of {@link ScatterConv}, called so that the JIT compiles it by itself. */
final class ScatterLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private ScatterLoops() {}

  /**
   * Adds the runs of some rows, which lie one behind the other, to other places.
   *
   * @param x the rows, of which each has a run of {@code length} for each entry of {@code runAt}
   * @param to where the runs of the first row are added, beside {@code runAt}
   * @param step distance of such places of two rows
   * @param n rows
   */
  static void addRuns(
      float[] x, int from, float[] sums, int to, int[] runAt, int length, int step, int n) {
    int whole = length - length % LANES;
    var rest = F32.indexInRange(whole, length);
    int s = from;
    for (int i = 0; i < n; i++) {
      int row = to + i * step;
      for (int r = 0; r < runAt.length; r++) {
        int t = row + runAt[r];
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
