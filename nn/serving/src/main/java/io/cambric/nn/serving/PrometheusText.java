package io.cambric.nn.serving;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Metrics in the text format of Prometheus; mutable, for one text. */
final class PrometheusText {

  private static final double NANOS = 1e9;

  /** The shortest limit of a histogram, 1024 ns times two to this power: 66 microseconds. */
  private static final int FIRST_LIMIT = 6;

  /** The longest limit of a histogram, more than a minute. */
  private static final int LAST_LIMIT = 26;

  private static final List<Double> QUANTILES = List.of(0.5, 0.9, 0.99, 0.999);

  private final StringBuilder text = new StringBuilder();
  private final String prefix;

  PrometheusText(String prefix) {
    this.prefix = prefix;
  }

  String text(ServingMetrics metrics) {
    head("requests_total", "counter", "Requests by their end.");
    var ends =
        Map.of(
            "answered", metrics.answered(),
            "cancelled", metrics.cancelled(),
            "failed", metrics.failed(),
            "rejected", metrics.rejected(),
            "timed_out", metrics.timedOut());
    ends.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(end -> line("requests_total", "end", end.getKey(), end.getValue()));

    head("answers_total", "counter", "Answers by version of the model.");
    metrics.answers().forEach((version, n) -> line("answers_total", "version", version, n));

    head("waiting_requests", "gauge", "Requests in the queue.");
    line("waiting_requests", metrics.waiting());
    head("swaps_total", "counter", "Models that replaced another.");
    line("swaps_total", metrics.swaps());

    head("batches_total", "counter", "Runs of the model by padded size.");
    metrics.batches().forEach((size, n) -> line("batches_total", "size", "" + size, n));
    head("batch_rows_total", "counter", "Requests in runs of the model, without padding.");
    line("batch_rows_total", metrics.rows());

    durations("queue_seconds", "Time from arrival to the start of the batch", metrics.queueTime());
    durations("latency_seconds", "Time from arrival to the answer", metrics.latency());
    return text.toString();
  }

  private void durations(String name, String help, Durations durations) {
    head(name, "histogram", help + ".");
    for (int power = FIRST_LIMIT; power <= LAST_LIMIT; power++) {
      long limit = 1024L << power;
      line(name + "_bucket", "le", number(limit / NANOS), durations.countBelow(limit));
    }
    line(name + "_bucket", "le", "+Inf", durations.count());
    line(name + "_sum", durations.sumNanos() / NANOS);
    line(name + "_count", durations.count());

    head(name + "_quantile", "gauge", help + ": quantiles since the start.");
    for (double quantile : QUANTILES) {
      double value = durations.quantile(quantile).toNanos() / NANOS;
      line(name + "_quantile", "quantile", number(quantile), value);
    }
  }

  private void head(String name, String type, String help) {
    text.append("# HELP %s_%s %s\n".formatted(prefix, name, help));
    text.append("# TYPE %s_%s %s\n".formatted(prefix, name, type));
  }

  private void line(String name, Number value) {
    text.append("%s_%s %s\n".formatted(prefix, name, number(value)));
  }

  private void line(String name, String label, String labelValue, Number value) {
    var escaped = labelValue.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    text.append("%s_%s{%s=\"%s\"} %s\n".formatted(prefix, name, label, escaped, number(value)));
  }

  private static String number(Number value) {
    return value instanceof Double d
        ? String.format(Locale.ROOT, "%.9f", d).replaceAll("0+$", "").replaceAll("\\.$", "")
        : value.toString();
  }
}
