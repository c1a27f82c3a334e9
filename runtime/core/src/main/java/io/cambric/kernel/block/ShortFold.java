package io.cambric.kernel.block;

import io.cambric.kernel.ScalarOp;

/**
 * Sums and maxima of runs that have few accumulators in {@link LaneFold}, with the same tree and so
 * the same bits. The accumulators are local variables, because an array of them would take longer
 * than the run.
 */
final class ShortFold {

  /** The number of accumulators of a run of at least this length; a shorter run has one. */
  private static final int WIDTH = 8;

  /** The length at which runs have more accumulators. */
  private static final int LONG = 32;

  private ShortFold() {}

  /** {@return whether runs of {@code n} elements are reduced here} */
  static boolean supports(ScalarOp step, int n) {
    return (step == ScalarOp.ADD || step == ScalarOp.MAX) && n > 0 && n < LONG;
  }

  /** Reduces runs, {@code stride} apart. */
  static void rows(
      ScalarOp step, float[] x, int at, int stride, int runs, int n, float[] results, int to) {
    if (step == ScalarOp.ADD) {
      for (int run = 0; run < runs; run++) {
        results[to + run] = sum(x, at + run * stride, n);
      }
    } else {
      for (int run = 0; run < runs; run++) {
        results[to + run] = max(x, at + run * stride, n);
      }
    }
  }

  /** {@return the sum of a run} */
  static float sum(float[] x, int at, int n) {
    int end = at + n;
    if (n < WIDTH) {
      float sum = 0f;
      for (int i = at; i < end; i++) {
        sum += x[i];
      }
      return sum;
    }
    // Added to zero, so that a negative zero becomes positive.
    float a0 = 0f + x[at];
    float a1 = 0f + x[at + 1];
    float a2 = 0f + x[at + 2];
    float a3 = 0f + x[at + 3];
    float a4 = 0f + x[at + 4];
    float a5 = 0f + x[at + 5];
    float a6 = 0f + x[at + 6];
    float a7 = 0f + x[at + 7];
    int i = at + WIDTH;
    for (; i <= end - WIDTH; i += WIDTH) {
      a0 += x[i];
      a1 += x[i + 1];
      a2 += x[i + 2];
      a3 += x[i + 3];
      a4 += x[i + 4];
      a5 += x[i + 5];
      a6 += x[i + 6];
      a7 += x[i + 7];
    }
    int rest = end - i;
    a7 = rest > 0 ? a7 + x[end - 1] : a7;
    a6 = rest > 1 ? a6 + x[end - 2] : a6;
    a5 = rest > 2 ? a5 + x[end - 3] : a5;
    a4 = rest > 3 ? a4 + x[end - 4] : a4;
    a3 = rest > 4 ? a3 + x[end - 5] : a3;
    a2 = rest > 5 ? a2 + x[end - 6] : a2;
    a1 = rest > 6 ? a1 + x[end - 7] : a1;
    return ((a0 + a4) + (a2 + a6)) + ((a1 + a5) + (a3 + a7));
  }

  /** {@return the maximum of a run, or NaN if the run has a NaN} */
  static float max(float[] x, int at, int n) {
    float max = Float.NEGATIVE_INFINITY;
    for (int i = at; i < at + n; i++) {
      max = Math.max(max, x[i]);
    }
    return max;
  }
}
