package io.cambric.benchmarks;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The peak of the machine, measured at the first request. All benchmarks of a command share it, so
 * that their shares of the peak have one denominator.
 */
final class PeakMeter {

  private final int threads;
  private final IntFunction<Peak> measure;
  private @Nullable Peak peak;

  /**
   * A meter that has not measured yet.
   *
   * @param measure gives the peak on a number of threads
   */
  PeakMeter(int threads, IntFunction<Peak> measure) {
    this.threads = threads;
    this.measure = measure;
  }

  int threads() {
    return threads;
  }

  Peak peak() {
    if (peak == null) {
      peak = measure.apply(threads);
    }
    return peak;
  }
}
