package io.cambric.benchmarks;

import io.cambric.examples.console.ClosedOutputException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prints the rows of a benchmark as they come, and keeps them for the files. */
final class BenchReport {

  private final PrintWriter out;
  private final Benchmark benchmark;
  private final PeakMeter meter;
  private final double seconds;
  private final List<Row> rows = new ArrayList<>();
  private @Nullable Row mean;
  private final List<PageTable> tables = new ArrayList<>();
  private final Map<String, Object> details = new LinkedHashMap<>();
  private final List<String> compared = new ArrayList<>();
  private @Nullable String chart;
  private Peak peak = new Peak(Double.NaN, Double.NaN);

  /**
   * A report without rows.
   *
   * @param seconds to measure one row for
   */
  BenchReport(PrintWriter out, Benchmark benchmark, PeakMeter meter, double seconds) {
    this.out = out;
    this.benchmark = benchmark;
    this.meter = meter;
    this.seconds = seconds;
  }

  /** {@return the name of the benchmark} */
  String title() {
    return benchmark.title();
  }

  /** {@return how the figures of a row follow from its runs} */
  String statistic() {
    return benchmark.statistic(seconds);
  }

  /** {@return seconds to measure one row for} */
  double seconds() {
    return seconds;
  }

  /** {@return the threads of kernels} */
  int threads() {
    return meter.threads();
  }

  /** {@return the peak, which has been measured} */
  Peak peak() {
    return peak;
  }

  /** Keeps a figure that belongs to no row, for the JSON file. */
  void detail(String key, Object value) {
    details.put(key, value);
  }

  /** Keeps a table of its own for the page. */
  void table(PageTable table) {
    tables.add(table);
  }

  /** {@return the tables for the page after the one of the rows} */
  List<PageTable> tables() {
    return List.copyOf(tables);
  }

  /** Keeps the names of the libraries that ran interleaved. */
  void compareWith(List<String> names) {
    compared.addAll(names);
  }

  /** {@return the names of the libraries that ran interleaved} */
  List<String> compared() {
    return List.copyOf(compared);
  }

  /** Prints the peak of the machine, to which all rows are compared. */
  void measurePeak() {
    peak = meter.peak();
    int threads = meter.threads();
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
    keep(name, timing, Figure.GFLOPS, rate / 1e9, rate / peak.flops());
    return rate;
  }

  /** A row that memory bounds: {@return bytes a second}. */
  double bytes(String name, double bytes, Timing timing) {
    double rate = bytes / timing.median();
    line(
        "%-28s %10.4f ms %9.1f GB/s     %4.2f of peak",
        name, timing.median() * 1e3, rate / 1e9, rate / peak.bytes());
    keep(name, timing, Figure.GBYTES, rate / 1e9, rate / peak.bytes());
    return rate;
  }

  private void keep(String name, Timing timing, Figure unit, double rate, double share) {
    keep(
        new Row(
            name,
            Map.of(
                Figure.MEDIAN_MS,
                timing.median() * 1e3,
                Figure.MIN_MS,
                timing.min() * 1e3,
                unit,
                rate,
                Figure.SHARE_OF_PEAK,
                share)));
  }

  /** Keeps a row. */
  void keep(Row row) {
    rows.add(row);
  }

  /** Keeps a chart, as the text of an SVG file. */
  void draw(String svg) {
    chart = svg;
  }

  /** {@return the chart of a benchmark that draws one} */
  Optional<String> chart() {
    return Optional.ofNullable(chart);
  }

  /** {@return the rows, and after them the geometric mean of a family that has one} */
  List<Row> rowsWithMean() {
    var all = new ArrayList<>(rows);
    if (mean != null) {
      all.add(mean);
    }
    return List.copyOf(all);
  }

  /** The closing line of a family of kernels. */
  void meanFlops(String family, List<Double> rates) {
    double rate = geometricMean(rates);
    line("%s: geometric mean %.1f GFLOP/s, %.2f of peak", family, rate / 1e9, rate / peak.flops());
    keepMean(Figure.GFLOPS, rate / 1e9, rate / peak.flops());
  }

  /** The closing line of a family that memory bounds. */
  void meanBytes(String family, List<Double> rates) {
    double rate = geometricMean(rates);
    line("%s: geometric mean %.1f GB/s, %.2f of peak", family, rate / 1e9, rate / peak.bytes());
    keepMean(Figure.GBYTES, rate / 1e9, rate / peak.bytes());
  }

  /** The closing line of a family whose rows are compared with copies. */
  void meanOfCopy(List<Double> shares) {
    double share = geometricMean(shares);
    line("%s: geometric mean %.2f of a copy", title(), share);
    mean = new Row("geometric mean", Map.of(Figure.SHARE_OF_COPY, share));
  }

  private void keepMean(Figure unit, double rate, double share) {
    mean = new Row("geometric mean", Map.of(unit, rate, Figure.SHARE_OF_PEAK, share));
  }

  private static double geometricMean(List<Double> values) {
    return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
  }

  /** {@return all measurements, for a JSON file} */
  Map<String, Object> toJson() {
    var json = new LinkedHashMap<String, Object>();
    json.put("benchmark", title());
    json.put("threads", meter.threads());
    if (!Double.isNaN(peak.flops())) {
      json.put("peak_gflops", peak.flops() / 1e9);
      json.put("peak_copy_gbytes", peak.bytes() / 1e9);
    }
    json.putAll(details);
    if (!benchmark.isSweep()) {
      json.put("rows", rows.stream().map(Row::toJson).toList());
    }
    return json;
  }
}
