package io.cambric.nn.serving;

import java.time.Duration;
import java.util.List;

/**
 * A distribution of durations with counts for ranges, as a snapshot.
 *
 * <p>Each power of two of microseconds (of 1024 ns) has sixteen ranges. So a quantile differs from
 * the exact one by at most a sixteenth. The longest range begins at more than an hour.
 *
 * @param counts for each range
 * @param sumNanos of all durations
 * @param maxNanos of all durations
 */
public record Durations(List<Long> counts, long sumNanos, long maxNanos) {

  /** Copies the list. */
  public Durations {
    counts = List.copyOf(counts);
  }

  /** {@return how many durations there are} */
  public long count() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  /** {@return the mean; zero without any} */
  public Duration mean() {
    long count = count();
    return Duration.ofNanos(count == 0 ? 0 : sumNanos / count);
  }

  /** {@return the longest; zero without any} */
  public Duration max() {
    return Duration.ofNanos(maxNanos);
  }

  /**
   * {@return the duration that a fraction of all does not exceed; zero without any}
   *
   * @param fraction in {@code [0, 1]}, such as 0.99
   */
  public Duration quantile(double fraction) {
    long rank = Math.max(1, (long) Math.ceil(fraction * count()));
    long seen = 0;
    for (int i = 0; i < counts.size(); i++) {
      seen += counts.get(i);
      if (seen >= rank) {
        return Duration.ofNanos(Math.min(maxNanos, DurationHistogram.end(i)));
      }
    }
    return Duration.ZERO;
  }

  /**
   * {@return how many durations are shorter than a limit}
   *
   * @param limitNanos 1024 times a power of two, the beginning of a range
   */
  long countBelow(long limitNanos) {
    long below = 0;
    for (int i = 0; i < counts.size() && DurationHistogram.end(i) <= limitNanos; i++) {
      below += counts.get(i);
    }
    return below;
  }

  /** {@return the number of durations and two quantiles, without the hundreds of counts} */
  @Override
  public String toString() {
    return "Durations[count=%d, median=%s, p99=%s, max=%s]"
        .formatted(count(), quantile(0.5), quantile(0.99), max());
  }
}
