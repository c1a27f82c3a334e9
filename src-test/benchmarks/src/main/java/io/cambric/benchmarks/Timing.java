package io.cambric.benchmarks;

import io.cambric.core.KernelRegistry;
import java.util.Arrays;

/**
 * Times of repeated runs of one piece of work.
 *
 * @param sorted nanoseconds, in rising order
 */
record Timing(long[] sorted) {

  private static final int MIN_RUNS = 5;

  /** Windows in a row without gain that end the warm-up. */
  private static final int STEADY = 3;

  /** A window gains if its fastest run takes less than this share of the fastest before. */
  private static final double GAIN = 0.97;

  /**
   * A window is disturbed if its fastest run takes more than this share of the fastest before. A
   * grown heap is an example: its arrays lie in pages that are not mapped yet.
   */
  private static final double LOSS = 1.25;

  private static final double MIN_WINDOW = 0.1;

  private static final double LONGEST_WARM_UP = 20;

  /** The longest warm-up where less time is given, as a multiple of it. */
  private static final double PATIENCE = 40;

  /**
   * Runs for {@code seconds}, but at least five times, after a warm-up.
   *
   * <p>The warm-up ends when nothing is compiled in the background, and several windows in a row
   * brought no faster run and no disturbance. It takes 20 seconds at most, and is left out if
   * {@code seconds} is zero. Garbage of earlier work is collected first, so that its collection
   * disturbs no run.
   */
  static Timing of(Runnable work, double seconds) {
    warmUp(work, seconds);
    return slice(work, seconds);
  }

  /** Collects garbage and warms up, as {@link #of} does before it measures. */
  static void warmUp(Runnable work, double seconds) {
    System.gc();
    double longest = Math.min(LONGEST_WARM_UP, PATIENCE * seconds);
    warmUp(work, Math.max(MIN_WINDOW, seconds / 4), longest);
  }

  /** Runs for {@code seconds}, but at least five times, without a warm-up. */
  static Timing slice(Runnable work, double seconds) {
    return new Timing(repeat(work, seconds, MIN_RUNS));
  }

  private static void warmUp(Runnable work, double window, double longest) {
    var kernels = KernelRegistry.kernels();
    long end = System.nanoTime() + (long) (longest * 1e9);
    double best = Double.POSITIVE_INFINITY;
    int without = 0;
    while (without < STEADY && System.nanoTime() < end) {
      long fastest = repeat(work, window, 1)[0];
      boolean steady = fastest >= GAIN * best && fastest <= LOSS * best;
      without = steady && !kernels.isWarming() ? without + 1 : 0;
      best = Math.min(best, fastest);
    }
  }

  private static long[] repeat(Runnable work, double seconds, int least) {
    long[] times = new long[64];
    int count = 0;
    long end = System.nanoTime() + (long) (seconds * 1e9);
    for (long now = System.nanoTime(); now < end || count < least; count++) {
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
