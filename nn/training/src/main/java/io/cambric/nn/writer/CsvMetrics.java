package io.cambric.nn.writer;

import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * A table of metrics: a column for each name, a row for each step. Mutable, for one thread.
 *
 * @param names of the columns after the step, in order
 * @param rows numbers by step and name; a name without a number is absent
 */
record CsvMetrics(Set<String> names, NavigableMap<Long, Map<String, Double>> rows) {

  static final String STEP = "step";

  private static final String KIND = "a CSV file of metrics";

  /** {@return a table without rows} */
  static CsvMetrics empty() {
    return new CsvMetrics(new LinkedHashSet<>(), new TreeMap<>());
  }

  /**
   * {@return the table of a file; a last row without its line end is left out}
   *
   * @throws DataException if the file cannot be read, or is no table of metrics
   */
  static CsvMetrics read(Path file) {
    var bytes = InputFile.read(file, KIND, in -> Channels.newInputStream(in).readAllBytes());
    // Decoding never fails, so the check of the header refuses foreign files.
    return parse(file, StandardCharsets.UTF_8.decode(ByteBuffer.wrap(bytes)).toString());
  }

  private static CsvMetrics parse(Path file, String text) {
    var metrics = empty();
    var row = CsvText.row(text, 0);
    if (row == null && text.isEmpty()) {
      return metrics;
    }
    if (row == null || !row.cells().getFirst().equals(STEP)) {
      var first = row == null ? text : row.cells().getFirst();
      throw new DataException(
          "%s, line 1: %s needs a header that begins with \"step\", but got %s. Name another file, or move this one away."
              .formatted(file, KIND, Quoted.of(first)));
    }
    row.cells().stream().skip(1).map(CsvText::text).forEach(metrics.names::add);
    if (metrics.names.size() != row.cells().size() - 1) {
      throw new DataException(
          "%s, line 1: %s needs a different name for each column, but got %s. Rename the duplicates."
              .formatted(file, KIND, Quoted.of(row.cells())));
    }
    int line = 2;
    row = CsvText.row(text, row.end());
    while (row != null) {
      metrics.add(file, line, row.cells());
      line++;
      row = CsvText.row(text, row.end());
    }
    return metrics;
  }

  private void add(Path file, int line, List<String> cells) {
    if (cells.size() != names.size() + 1) {
      throw new DataException(
          "%s, row %d: %s needs %d cells like its header, but got %d. Remove the row."
              .formatted(file, line, KIND, names.size() + 1, cells.size()));
    }
    var row = new LinkedHashMap<String, Double>();
    try {
      int column = 1;
      for (var name : names) {
        var cell = cells.get(column++);
        if (!cell.isEmpty()) {
          row.put(name, Double.valueOf(cell));
        }
      }
      rows.put(Long.valueOf(cells.getFirst()), row);
    } catch (NumberFormatException e) {
      throw new DataException(
          "%s, row %d: %s needs a whole number as step, then numbers or empty cells, but got %s. Remove the row."
              .formatted(file, line, KIND, Quoted.of(cells)),
          e);
    }
  }

  /** Adds numbers to the row of a step, and columns for new names. */
  void put(long step, Map<String, Double> values) {
    names.addAll(values.keySet());
    rows.computeIfAbsent(step, _ -> new LinkedHashMap<>()).putAll(values);
  }

  /** Writes the table; the file is either the old one or the whole new one. */
  void write(Path file) throws IOException {
    var text = new StringBuilder(header(names));
    rows.forEach((step, row) -> text.append(line(names, step, row)));
    AtomicFile.write(file, text.toString());
  }

  static String header(Collection<String> names) {
    var cells = new ArrayList<>(List.of(STEP));
    names.forEach(name -> cells.add(CsvText.cell(name)));
    return String.join(",", cells) + "\n";
  }

  static String line(Collection<String> names, long step, Map<String, Double> row) {
    var line = new StringBuilder().append(step);
    for (var name : names) {
      var value = row.get(name);
      line.append(',').append(value == null ? "" : value.toString());
    }
    return line.append('\n').toString();
  }

  /** Passes the rows before a step to a writer. */
  void replay(long end, MetricWriter writer) {
    rows.headMap(end, false)
        .forEach((step, row) -> writer.writeScalars(step, Collections.unmodifiableMap(row)));
  }
}
