package io.cambric.examples.bench;

import io.cambric.examples.console.ClosedOutputException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the rows of a benchmark as they come, and keeps them for the JSON file. */
final class Report {

  private final PrintWriter out;
  private final int threads;
  private final double seconds;
  private final List<Map<String, Object>> rows = new ArrayList<>();
  private Peak peak = new Peak(Double.NaN, Double.NaN);

  Report(PrintWriter out, int threads, double seconds) {
    this.out = out;
    this.threads = threads;
    this.seconds = seconds;
  }

  /** {@return seconds to measure one row for} */
  double seconds() {
    return seconds;
  }

  /** Measures the machine, and prints what it can do. */
  void measurePeak() {
    peak = Peak.measure(threads);
    line(
        "peak of this machine on %d thread%s: %.1f GFLOP/s, copy %.1f GB/s",
        threads, threads == 1 ? "" : "s", peak.flops() / 1e9, peak.bytes() / 1e9);
  }

  /**
   * Prints one line.
   *
   * @throws ClosedOutputException if nobody reads it
   */
  void line(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "%n", arguments);
    ClosedOutputException.check(out);
  }

  /** A row that floating-point operations bound: {@return operations a second}. */
  double flops(String name, double flops, Timing timing) {
    double rate = flops / timing.median();
    line(
        "%-28s %10.4f ms %9.1f GFLOP/s  %4.2f of peak",
        name, timing.median() * 1e3, rate / 1e9, rate / peak.flops());
    keep(name, timing, "gflops", rate / 1e9, rate / peak.flops());
    return rate;
  }

  /** A row that memory bounds: {@return bytes a second}. */
  double bytes(String name, double bytes, Timing timing) {
    double rate = bytes / timing.median();
    line(
        "%-28s %10.4f ms %9.1f GB/s     %4.2f of peak",
        name, timing.median() * 1e3, rate / 1e9, rate / peak.bytes());
    keep(name, timing, "gbytes", rate / 1e9, rate / peak.bytes());
    return rate;
  }

  private void keep(String name, Timing timing, String unit, double rate, double share) {
    var row = new LinkedHashMap<String, Object>();
    row.put("name", name);
    row.put("median_ms", timing.median() * 1e3);
    row.put("min_ms", timing.min() * 1e3);
    row.put(unit, rate);
    row.put("share_of_peak", share);
    rows.add(row);
  }

  /** Keeps a row of other figures. */
  void keep(Map<String, Object> row) {
    rows.add(new LinkedHashMap<>(row));
  }

  /** The closing line of a family of kernels. */
  void meanFlops(String family, List<Double> rates) {
    double mean = geometricMean(rates);
    line("%s: geometric mean %.1f GFLOP/s, %.2f of peak", family, mean / 1e9, mean / peak.flops());
  }

  /** The closing line of a family that memory bounds. */
  void meanBytes(String family, List<Double> rates) {
    double mean = geometricMean(rates);
    line("%s: geometric mean %.1f GB/s, %.2f of peak", family, mean / 1e9, mean / peak.bytes());
  }

  private static double geometricMean(List<Double> values) {
    return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
  }

  /** {@return all that was measured, for a JSON file} */
  Map<String, Object> toJson(String benchmark) {
    var json = new LinkedHashMap<String, Object>();
    json.put("benchmark", benchmark);
    json.put("threads", threads);
    if (!Double.isNaN(peak.flops())) {
      json.put("peak_gflops", peak.flops() / 1e9);
      json.put("peak_copy_gbytes", peak.bytes() / 1e9);
    }
    json.put("rows", List.copyOf(rows));
    return json;
  }
}
