package io.cambric.lax.op;

import io.cambric.array.DType;

/**
 * Running sums, products, maxima and minima along one line of an array of a lane. Maxima branch
 * instead of computing: few elements change them, and a predicted branch costs less than a chain of
 * operations.
 */
final class RunningLines {

  private final CumulativeKind kind;

  /** The bit to invert, which gives unsigned integers the order of signed integers. */
  private final long flip;

  RunningLines(CumulativeKind kind, DType dtype) {
    this.kind = kind;
    this.flip =
        switch (dtype) {
          case U32 -> Integer.MIN_VALUE;
          case U64 -> Long.MIN_VALUE;
          default -> 0;
        };
  }

  /**
   * Computes running results of {@code n} elements, at least one.
   *
   * @param from position of the first element that counts
   * @param to position of its result
   * @param step distance of consecutive elements and results, negative in reverse
   */
  void run(Object x, int from, Object out, int to, int step, int n) {
    switch (x) {
      // Code for a known step has no bounds checks.
      case float[] a when step == 1 -> floats(a, from, (float[]) out, to, 1, n);
      case float[] a -> floats(a, from, (float[]) out, to, step, n);
      case double[] a when step == 1 -> doubles(a, from, (double[]) out, to, 1, n);
      case double[] a -> doubles(a, from, (double[]) out, to, step, n);
      case int[] a -> ints(a, from, (int[]) out, to, step, n);
      case long[] a -> longs(a, from, (long[]) out, to, step, n);
      default -> throw new AssertionError(x);
    }
  }

  private void floats(float[] x, int from, float[] out, int to, int step, int n) {
    float last = x[from];
    out[to] = last;
    switch (kind) {
      case SUM -> {
        for (int i = 1; i < n; i++) {
          last += x[from + i * step];
          out[to + i * step] = last;
        }
      }
      case PROD -> {
        for (int i = 1; i < n; i++) {
          last *= x[from + i * step];
          out[to + i * step] = last;
        }
      }
      case MAX -> {
        for (int i = 1; i < n; i++) {
          float value = x[from + i * step];
          if (!(value < last)) {
            last = Math.max(last, value);
          }
          out[to + i * step] = last;
        }
      }
      case MIN -> {
        for (int i = 1; i < n; i++) {
          float value = x[from + i * step];
          if (!(value > last)) {
            last = Math.min(last, value);
          }
          out[to + i * step] = last;
        }
      }
      case LOG_SUM_EXP -> throw new IllegalArgumentException(kind + " has no simple step");
    }
  }

  private void doubles(double[] x, int from, double[] out, int to, int step, int n) {
    double last = x[from];
    out[to] = last;
    switch (kind) {
      case SUM -> {
        for (int i = 1; i < n; i++) {
          last += x[from + i * step];
          out[to + i * step] = last;
        }
      }
      case PROD -> {
        for (int i = 1; i < n; i++) {
          last *= x[from + i * step];
          out[to + i * step] = last;
        }
      }
      case MAX -> {
        for (int i = 1; i < n; i++) {
          double value = x[from + i * step];
          if (!(value < last)) {
            last = Math.max(last, value);
          }
          out[to + i * step] = last;
        }
      }
      case MIN -> {
        for (int i = 1; i < n; i++) {
          double value = x[from + i * step];
          if (!(value > last)) {
            last = Math.min(last, value);
          }
          out[to + i * step] = last;
        }
      }
      case LOG_SUM_EXP -> throw new IllegalArgumentException(kind + " has no simple step");
    }
  }

  private void ints(int[] x, int from, int[] out, int to, int step, int n) {
    int last = x[from];
    out[to] = last;
    int turn = (int) flip;
    for (int i = 1; i < n; i++) {
      int value = x[from + i * step];
      last =
          switch (kind) {
            case SUM -> last + value;
            case PROD -> last * value;
            case MAX -> Math.max(last ^ turn, value ^ turn) ^ turn;
            case MIN -> Math.min(last ^ turn, value ^ turn) ^ turn;
            case LOG_SUM_EXP -> throw new IllegalArgumentException("cumlogsumexp of integers");
          };
      out[to + i * step] = last;
    }
  }

  private void longs(long[] x, int from, long[] out, int to, int step, int n) {
    long last = x[from];
    out[to] = last;
    for (int i = 1; i < n; i++) {
      long value = x[from + i * step];
      last =
          switch (kind) {
            case SUM -> last + value;
            case PROD -> last * value;
            case MAX -> Math.max(last ^ flip, value ^ flip) ^ flip;
            case MIN -> Math.min(last ^ flip, value ^ flip) ^ flip;
            case LOG_SUM_EXP -> throw new IllegalArgumentException("cumlogsumexp of integers");
          };
      out[to + i * step] = last;
    }
  }
}
