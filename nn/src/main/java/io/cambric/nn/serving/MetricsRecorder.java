package io.cambric.nn.serving;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** The running counts of a predictor; mutable, for many threads. */
final class MetricsRecorder {

  final LongAdder failed = new LongAdder();
  final LongAdder timedOut = new LongAdder();
  final LongAdder cancelled = new LongAdder();
  final LongAdder rejected = new LongAdder();
  final LongAdder swaps = new LongAdder();
  final DurationHistogram queueTime = new DurationHistogram();
  private final DurationHistogram latency = new DurationHistogram();
  private final LongAdder rows = new LongAdder();
  private final Map<Integer, LongAdder> batches = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();

  void batch(int size, int requests) {
    batches.computeIfAbsent(size, _ -> new LongAdder()).increment();
    rows.add(requests);
  }

  void answer(String version, long nanos) {
    answers.computeIfAbsent(version, _ -> new LongAdder()).increment();
    latency.add(nanos);
  }

  ServingMetrics snapshot(RequestQueue<?> queue) {
    // Ends are read before the requests, so that a snapshot has no end without its request.
    var byVersion = sums(answers);
    long answered = byVersion.values().stream().mapToLong(Long::longValue).sum();
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
