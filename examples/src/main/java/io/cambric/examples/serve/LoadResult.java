package io.cambric.examples.serve;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All requests of a load, each with its outcome.
 *
 * @param clients that sent them
 * @param seconds from the first request to the last answer
 * @param samples one for each request that was sent, by the time of its end
 * @param swaps seconds from the start at which another model had been taken, with its version
 */
record LoadResult(int clients, double seconds, List<Sample> samples, Map<Double, String> swaps) {

  /** The status of a request whose connection failed. */
  static final int NO_ANSWER = 0;

  private static final int OK = 200;

  /**
   * A request.
   *
   * @param end seconds from the start to the answer
   * @param nanos that it took
   * @param status of HTTP, or {@link #NO_ANSWER}
   * @param version of the model; empty without an answer
   * @param isRight whether the label was that of the image
   */
  record Sample(double end, long nanos, int status, String version, boolean isRight) {}

  LoadResult {
    samples = List.copyOf(samples);
    swaps = new TreeMap<>(swaps);
  }

  /** {@return requests that have no answer of a model} */
  long lost() {
    return samples.stream().filter(sample -> sample.status() != OK).count();
  }

  /** {@return a latency in nanoseconds that a fraction of the answers does not exceed} */
  long quantile(double fraction) {
    return quantile(samples, fraction);
  }

  /** {@return such a latency of some answers; 0 without any} */
  static long quantile(List<Sample> samples, double fraction) {
    long[] sorted =
        samples.stream()
            .filter(sample -> sample.status() == OK)
            .mapToLong(Sample::nanos)
            .sorted()
            .toArray();
    return sorted.length == 0
        ? 0
        : sorted[Math.max(0, (int) Math.ceil(fraction * sorted.length) - 1)];
  }

  static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }

  /** {@return swaps, answers by model, failures by status, and the rate} */
  String toText() {
    var byVersion =
        samples.stream()
            .filter(sample -> sample.status() == OK)
            .collect(Collectors.groupingBy(Sample::version, TreeMap::new, Collectors.counting()));
    var byStatus =
        samples.stream()
            .filter(sample -> sample.status() != OK)
            .collect(Collectors.groupingBy(Sample::status, TreeMap::new, Collectors.counting()));
    long right = samples.stream().filter(Sample::isRight).count();
    var text = new StringBuilder();
    swaps.forEach((at, version) ->
        text.append(String.format(Locale.ROOT, "swapped to %s after %.1f s%n", version, at)));
    return text.append("answers by model: %s%n".formatted(byVersion))
        .append("failures by status: %s%n".formatted(byStatus))
        .append(
            String.format(
                Locale.ROOT,
                "%.0f requests/s of %d clients, labels right: %.4f",
                samples.size() / seconds,
                clients,
                (double) right / Math.max(1, samples.size())))
        .toString();
  }

  /** {@return requests, those that were lost, and latencies} */
  String summary() {
    return "requests: %d, lost: %d, p50: %s, p99: %s"
        .formatted(samples.size(), lost(), millis(quantile(0.5)), millis(quantile(0.99)));
  }
}
