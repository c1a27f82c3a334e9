package io.cambric.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Times of several works that are interleaved, so that a disturbance by other programs meets all of
 * them. Garbage is collected before each run, outside of its time.
 */
final class InterleavedRuns {

  private static final int WARM_ROUNDS = 3;
  private static final int MIN_ROUNDS = 5;

  private InterleavedRuns() {}

  /** Work on files. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  /**
   * Runs all works round by round, for {@code seconds} a work, but at least five times. Three
   * rounds before are no part of the times; one if {@code seconds} is zero.
   *
   * @return a timing for each work, in order
   */
  static List<Timing> of(double seconds, Work... works) {
    for (int i = 0; i < (seconds == 0 ? 1 : WARM_ROUNDS); i++) {
      for (var work : works) {
        nanoseconds(work);
      }
    }
    var times = Stream.generate(() -> new long[64]).limit(works.length).toArray(long[][]::new);
    long budget = (long) (seconds * 1e9 * works.length);
    int rounds = 0;
    for (long spent = 0; spent < budget || rounds < MIN_ROUNDS; rounds++) {
      for (int i = 0; i < works.length; i++) {
        if (rounds == times[i].length) {
          times[i] = Arrays.copyOf(times[i], 2 * rounds);
        }
        times[i][rounds] = nanoseconds(works[i]);
        spent += times[i][rounds];
      }
    }
    int count = rounds;
    return Arrays.stream(times)
        .map(all -> Arrays.stream(all, 0, count).sorted().toArray())
        .map(Timing::new)
        .toList();
  }

  private static long nanoseconds(Work work) {
    System.gc();
    long start = System.nanoTime();
    try {
      work.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return System.nanoTime() - start;
  }
}
