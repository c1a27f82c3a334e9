package io.cambric.nn.serving;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** The running counts of a predictor; mutable, for many threads. */
final class MetricsRecorder {

  /** An end of a request without an answer. */
  enum End {
    FAILED,
    TIMED_OUT,
    CANCELLED
  }

  final LongAdder rejected = new LongAdder();
  final LongAdder swaps = new LongAdder();
  final DurationHistogram queueTime = new DurationHistogram();
  private final LongAdder failed = new LongAdder();
  private final LongAdder timedOut = new LongAdder();
  private final LongAdder cancelled = new LongAdder();
  private final DurationHistogram latency = new DurationHistogram();
  private final LongAdder rows = new LongAdder();
  private final Map<Integer, LongAdder> batches = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();

  void batch(int size, int requests) {
    batches.computeIfAbsent(size, _ -> new LongAdder()).increment();
    rows.add(requests);
  }

  void end(End end) {
    switch (end) {
      case FAILED -> failed.increment();
      case TIMED_OUT -> timedOut.increment();
      case CANCELLED -> cancelled.increment();
    }
  }

  void answer(String version, long nanos) {
    answers.computeIfAbsent(version, _ -> new LongAdder()).increment();
    latency.add(nanos);
  }

  /** {@return the number of requests that have an answer or another end} */
  long ended() {
    return answered(sums(answers)) + failed.sum() + timedOut.sum() + cancelled.sum();
  }

  private static long answered(Map<String, Long> byVersion) {
    return byVersion.values().stream().mapToLong(Long::longValue).sum();
  }

  ServingMetrics snapshot(RequestQueue<?> queue) {
    // Ends are read before requests, so that a snapshot has no end without its request.
    var byVersion = sums(answers);
    long answered = answered(byVersion);
    long failures = failed.sum();
    long late = timedOut.sum();
    long given = cancelled.sum();
    return new ServingMetrics(
        queue.accepted(),
        answered,
        failures,
        late,
        given,
        rejected.sum(),
        queue.size(),
        swaps.sum(),
        sums(batches),
        rows.sum(),
        byVersion,
        queueTime.snapshot(),
        latency.snapshot());
  }

  private static <K> SortedMap<K, Long> sums(Map<K, LongAdder> adders) {
    return adders.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, entry -> entry.getValue().sum(), Long::sum, TreeMap::new));
  }
}
