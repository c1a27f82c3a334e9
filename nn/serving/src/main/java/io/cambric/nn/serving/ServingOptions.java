package io.cambric.nn.serving;

import io.cambric.errors.HyperparameterException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How requests are batched, and how many may wait.
 *
 * @param buckets sizes that batches are padded to, ascending; the last is the largest batch. Each
 *     compiles one program
 * @param maxWait the longest time that a request waits for others to share its batch, from 0. While
 *     a batch runs, requests gather anyway
 * @param capacity requests that may wait, from 1; more are refused
 * @param timeout the longest time that a request waits for its batch, above 0
 * @param warmRuns runs of each bucket before a model answers, from 1; the least number if {@code
 *     warmUp} is positive
 * @param warmUp the longest time of a warm-up that runs each bucket until its time no longer falls;
 *     zero for exactly {@code warmRuns} runs
 */
public record ServingOptions(
    List<Integer> buckets,
    Duration maxWait,
    int capacity,
    Duration timeout,
    int warmRuns,
    Duration warmUp) {

  /** A batch of this size fills any machine. */
  private static final int MAX_BATCH = 1 << 16;

  /** Requests in the queue for each row of the largest batch. */
  private static final int BATCHES_IN_QUEUE = 16;

  /** Enough runs to generate the loops of small programs. */
  private static final int WARM_RUNS = 20;

  private static final Duration WARM_UP = Duration.ofMinutes(1);

  /**
   * Checks the numbers.
   *
   * @throws HyperparameterException if buckets do not ascend from 1 on, or a number is out of range
   */
  public ServingOptions {
    buckets = List.copyOf(buckets);
    var sizes = buckets;
    boolean ascending =
        IntStream.range(1, sizes.size()).allMatch(i -> sizes.get(i - 1) < sizes.get(i));
    if (sizes.isEmpty() || !ascending || sizes.getFirst() < 1 || sizes.getLast() > MAX_BATCH) {
      throw new HyperparameterException(
          "Serving needs ascending batch sizes from 1 to %d, but got %s. List each size once."
              .formatted(MAX_BATCH, sizes));
    }
    if (maxWait.isNegative() || !timeout.isPositive()) {
      throw new HyperparameterException(
          "Serving needs a maxWait of at least 0 and a timeout above 0, but got %s and %s."
              .formatted(maxWait, timeout));
    }
    if (capacity < 1 || warmRuns < 1) {
      throw new HyperparameterException(
          "Serving needs a capacity and warmRuns of at least 1, but got %d and %d."
              .formatted(capacity, warmRuns));
    }
    if (warmUp.isNegative()) {
      throw new HyperparameterException(
          "Serving needs a warmUp time of at least 0, but got %s. Pass zero for a fixed number of runs."
              .formatted(warmUp));
    }
  }

  /**
   * {@return options with buckets of powers of two up to a largest batch}
   *
   * <p>So padding is less than half of a batch. Requests wait for others for a millisecond, and for
   * their batch for ten seconds; sixteen full batches have room in the queue. A model is warmed up
   * until its time no longer falls, for a minute at most.
   *
   * @param maxBatch the largest batch, a bucket also if it is no power of two
   * @throws HyperparameterException if it is not from 1 to 65536
   */
  public static ServingOptions upTo(int maxBatch) {
    var sizes =
        IntStream.concat(
                IntStream.iterate(
                    1, size -> size < Math.min(maxBatch, MAX_BATCH), size -> 2 * size),
                IntStream.of(maxBatch))
            .boxed()
            .toList();
    return new ServingOptions(
        sizes,
        Duration.ofMillis(1),
        Math.max(1, BATCHES_IN_QUEUE * Math.min(maxBatch, MAX_BATCH)),
        Duration.ofSeconds(10),
        WARM_RUNS,
        WARM_UP);
  }

  /** {@return these with other sizes that batches are padded to} */
  public ServingOptions withBuckets(Integer... sizes) {
    return new ServingOptions(List.of(sizes), maxWait, capacity, timeout, warmRuns, warmUp);
  }

  /** {@return these with another longest wait for a batch to fill} */
  public ServingOptions withMaxWait(Duration wait) {
    return new ServingOptions(buckets, wait, capacity, timeout, warmRuns, warmUp);
  }

  /** {@return these with room for another number of waiting requests} */
  public ServingOptions withCapacity(int requests) {
    return new ServingOptions(buckets, maxWait, requests, timeout, warmRuns, warmUp);
  }

  /** {@return these with another longest wait for a batch} */
  public ServingOptions withTimeout(Duration longest) {
    return new ServingOptions(buckets, maxWait, capacity, longest, warmRuns, warmUp);
  }

  /** {@return these with a fixed number of runs before a model answers, however long they take} */
  public ServingOptions withWarmRuns(int runs) {
    return new ServingOptions(buckets, maxWait, capacity, timeout, runs, Duration.ZERO);
  }

  /**
   * {@return these with a warm-up until the time of no bucket falls any more}
   *
   * @param longest time after which a model answers in any case; each bucket has run once by then
   */
  public ServingOptions withWarmUp(Duration longest) {
    return new ServingOptions(buckets, maxWait, capacity, timeout, warmRuns, longest);
  }

  /** {@return the largest batch} */
  public int maxBatch() {
    return buckets.getLast();
  }

  /** {@return the smallest bucket that holds a number of requests} */
  int bucketOf(int requests) {
    return buckets.stream().filter(size -> size >= requests).findFirst().orElseThrow();
  }
}
