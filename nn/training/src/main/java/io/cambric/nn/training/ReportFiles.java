package io.cambric.nn.training;

import io.cambric.errors.DataException;
import io.cambric.nn.report.Report;
import io.cambric.nn.writer.CsvWriter;
import io.cambric.nn.writer.MetricWriter;
import io.cambric.nn.writer.MultiWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A report and the table of its numbers, a file next to it. The report of a resumed training gets
 * the earlier numbers from the table.
 *
 * @param report written as HTML
 * @param table a CSV file with the name of the report
 */
record ReportFiles(Report report, Path table) {

  static ReportFiles of(Report report) {
    var name = report.file().getFileName().toString();
    int end = name.lastIndexOf('.');
    var stem = end > 0 ? name.substring(0, end) : name;
    return new ReportFiles(report, report.file().resolveSibling(stem + ".csv"));
  }

  /**
   * {@return a writer to both files}
   *
   * @param steps taken before this run; with none, an older table is removed
   */
  MetricWriter open(long steps) {
    if (steps > 0 && Files.exists(table)) {
      CsvWriter.replay(table, steps + 1, report);
    } else {
      remove();
    }
    return MultiWriter.of(CsvWriter.of(table), report);
  }

  private void remove() {
    try {
      Files.deleteIfExists(table);
    } catch (IOException e) {
      throw new DataException(
          "%s cannot be removed: %s. A report needs a file in a writable folder."
              .formatted(table, e),
          e);
    }
  }
}
