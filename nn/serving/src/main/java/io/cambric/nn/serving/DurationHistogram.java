package io.cambric.nn.serving;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Counts of durations in a bounded number of ranges; mutable, for many threads.
 *
 * <p>The ranges follow HdrHistogram: sixteen linear ones within each power of two.
 *
 * @see <a href="https://hdrhistogram.github.io/HdrHistogram/">HdrHistogram</a>
 */
final class DurationHistogram {

  /** Durations below two to this power, in nanoseconds, share a range. */
  private static final int UNIT_BITS = 10;

  private static final int PART_BITS = 4;
  private static final int PARTS = 1 << PART_BITS;

  /** The number of powers of two of units, up to more than an hour. */
  private static final int POWERS = 32;

  private static final int SIZE = (POWERS - PART_BITS + 1) * PARTS;

  private final AtomicLongArray counts = new AtomicLongArray(SIZE);
  private final LongAdder sum = new LongAdder();
  private final LongAccumulator max = new LongAccumulator(Math::max, 0);

  void add(long nanos) {
    long positive = Math.max(0, nanos);
    counts.incrementAndGet(range(positive));
    sum.add(positive);
    max.accumulate(positive);
  }

  private static int range(long nanos) {
    long units = nanos >>> UNIT_BITS;
    if (units < PARTS) {
      return (int) units;
    }
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(units);
    int part = (int) (units >>> (power - PART_BITS)) - PARTS;
    return Math.min(SIZE - 1, (power - PART_BITS + 1) * PARTS + part);
  }

  /** {@return the nanoseconds at which a range ends, exclusive} */
  static long end(int range) {
    if (range < PARTS) {
      return (range + 1L) << UNIT_BITS;
    }
    int power = range / PARTS - 1;
    return (PARTS + range % PARTS + 1L) << (power + UNIT_BITS);
  }

  Durations snapshot() {
    return new Durations(
        IntStream.range(0, SIZE).mapToObj(counts::get).toList(), sum.sum(), max.get());
  }
}
