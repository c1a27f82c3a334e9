package io.cambric.examples.bench;

import java.util.Arrays;

/**
 * Times of repeated runs of one piece of work.
 *
 * @param sorted nanoseconds, in rising order
 */
record Timing(long[] sorted) {

  private static final int LEAST_RUNS = 5;

  /** Runs for {@code seconds} after half as long a warm-up, but at least five times. */
  static Timing of(Runnable work, double seconds) {
    repeat(work, seconds / 2);
    return new Timing(repeat(work, seconds));
  }

  private static long[] repeat(Runnable work, double seconds) {
    long[] times = new long[64];
    int count = 0;
    long end = System.nanoTime() + (long) (seconds * 1e9);
    for (long now = System.nanoTime(); now < end || count < LEAST_RUNS; count++) {
      work.run();
      long after = System.nanoTime();
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
      }
      times[count] = after - now;
      now = after;
    }
    times = Arrays.copyOf(times, count);
    Arrays.sort(times);
    return times;
  }

  /** {@return the median in seconds} */
  double median() {
    return sorted[sorted.length / 2] * 1e-9;
  }

  /** {@return the least in seconds} */
  double min() {
    return sorted[0] * 1e-9;
  }
}
