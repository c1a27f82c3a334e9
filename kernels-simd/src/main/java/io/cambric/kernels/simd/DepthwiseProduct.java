package io.cambric.kernels.simd;

import io.cambric.kernel.Parallel;

/**
 * Sums of products that keep channels apart: {@code out[outAt[i] + c] = sum over k of left[rowAt[i]
 * + depthAt[k] + c] * right[rightAt[k] + c]}.
 */
record DepthwiseProduct(
    int rows,
    int channels,
    float[] left,
    int[] rowAt,
    int[] depthAt,
    float[] right,
    int[] rightAt,
    float[] out,
    int[] outAt) {

  private static final int GRAIN = 1 << 15;

  /** Few enough to be run often, many enough to make the JIT compile both loops. */
  private static final int SAMPLE_DEPTH = 25;

  private static final int SAMPLE = 5 * Species.LANES;

  private static final BlockLoops VECTORS =
      new BlockLoops(
          DepthwiseLoops.class,
          "row",
          5_000,
          new float[SAMPLE],
          0,
          new int[SAMPLE_DEPTH],
          new float[SAMPLE],
          new int[SAMPLE_DEPTH],
          new float[SAMPLE],
          0,
          SAMPLE);

  void compute() {
    long work = Math.max(1, (long) channels * depthAt.length);
    int whole = VECTORS.isHot(work * rows) ? channels - channels % Species.LANES : 0;
    Parallel.forRange(
        rows,
        (int) Math.max(1, GRAIN / work),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            if (whole > 0) {
              runVectors(i, whole);
            }
            runScalars(i, whole);
          }
        });
  }

  private void runVectors(int i, int whole) {
    try {
      VECTORS.handle().invokeExact(left, rowAt[i], depthAt, right, rightAt, out, outAt[i], whole);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void runScalars(int i, int from) {
    for (int c = from; c < channels; c++) {
      float sum = 0;
      for (int k = 0; k < depthAt.length; k++) {
        sum = Math.fma(left[rowAt[i] + depthAt[k] + c], right[rightAt[k] + c], sum);
      }
      out[outAt[i] + c] = sum;
    }
  }
}
