package io.cambric.benchmarks;

import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A page of {@code docs/inside/benchmarks}: the conditions of a measurement, then a table for each
 * benchmark.
 *
 * @param peak of the machine, on the threads of the measurement
 * @param against versions of other libraries that were measured in the same comparison
 * @param command that repeats the measurement
 * @param commit of the measured build
 * @param note on the conditions
 * @param reports one for each benchmark, in order
 */
record BenchmarkPage(
    Host host,
    PeakMeter peak,
    String against,
    String command,
    String commit,
    String note,
    LocalDate date,
    List<BenchReport> reports) {

  private static final String NONE = "none";

  BenchmarkPage {
    reports = List.copyOf(reports);
  }

  /** {@return the page in Markdown} */
  String toText() {
    var text = new StringBuilder();
    text.append("# ").append(host.processor()).append(", ").append(date).append("\n\n| | |\n");
    text.append("| --- | --- |\n");
    field(text, "Processor", host.processor());
    field(text, "Cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    field(text, "Caches", host.caches().isEmpty() ? NONE : String.join(", ", host.caches()));
    field(text, "Measured peak", peakText());
    field(text, "OS", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    field(text, "JDK", Runtime.version() + ", " + System.getProperty("java.vendor"));
    field(text, "Compared with", comparedWith());
    field(text, "Command", "`" + command + "`");
    field(
        text,
        "Statistic",
        reports.stream().map(BenchReport::statistic).collect(Collectors.joining("; ")));
    field(text, "Commit", commit);
    field(text, "Date", date.toString());
    field(text, "Note", note.isEmpty() ? NONE : note);
    for (var report : reports) {
      if (report.tables().isEmpty()) {
        table(text, report);
      }
      report.tables().forEach(table -> table(text, report, table));
    }
    return text.toString();
  }

  private String comparedWith() {
    var names = new LinkedHashSet<String>();
    reports.forEach(report -> names.addAll(report.compared()));
    if (!against.isEmpty()) {
      names.add(against);
    }
    return names.isEmpty() ? NONE : String.join(", ", names);
  }

  private static void table(StringBuilder text, BenchReport report, PageTable table) {
    text.append("\n## %s, %s\n\n".formatted(report.title(), table.title()));
    line(text, table.heads());
    text.append("| --- |").append(" ---: |".repeat(table.heads().size() - 1)).append("\n");
    table.rows().forEach(row -> line(text, row));
  }

  private String peakText() {
    return String.format(
        Locale.ROOT,
        "%.1f GFLOP/s, copy %.1f GB/s, %d thread%s",
        peak.peak().flops() / 1e9,
        peak.peak().bytes() / 1e9,
        peak.threads(),
        peak.threads() == 1 ? "" : "s");
  }

  private static void field(StringBuilder text, String name, String value) {
    line(text, List.of(name, value));
  }

  private static void table(StringBuilder text, BenchReport report) {
    var rows = report.rowsWithMean();
    var figures = EnumSet.noneOf(Figure.class);
    rows.forEach(row -> figures.addAll(row.figures().keySet()));
    text.append("\n## ").append(report.title()).append("\n\n");
    line(text, heads(figures));
    text.append("| --- |").append(" ---: |".repeat(figures.size())).append("\n");
    rows.forEach(row -> line(text, cells(row, figures)));
  }

  private static List<String> heads(Collection<Figure> figures) {
    var heads = figures.stream().map(Figure::title).collect(Collectors.toList());
    heads.addFirst("row");
    return heads;
  }

  private static List<String> cells(Row row, Collection<Figure> figures) {
    var cells = figures.stream().map(figure -> cell(row, figure)).collect(Collectors.toList());
    cells.addFirst(row.name().strip());
    return cells;
  }

  private static String cell(Row row, Figure figure) {
    var value = row.figures().get(figure);
    return value == null ? "" : String.format(Locale.ROOT, "%." + figure.decimals() + "f", value);
  }

  private static void line(StringBuilder text, List<String> cells) {
    cells.forEach(cell -> text.append("| ").append(cell.replace("|", "\\|")).append(" "));
    text.append("|\n");
  }
}
