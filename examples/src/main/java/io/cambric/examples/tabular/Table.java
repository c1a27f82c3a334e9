package io.cambric.examples.tabular;

import io.cambric.data.csv.Csv;
import io.cambric.errors.DataException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The cells of a CSV file as texts, without spaces around them.
 *
 * @param name for messages
 * @param columns names of the header, each once
 * @param rows cells in the order of the columns
 */
record Table(String name, List<String> columns, List<List<String>> rows) {

  private static final int MAX_ROWS = 1_000_000;
  private static final Set<String> MISSING = Set.of("", "?", "NA", "N/A", "NaN", "nan", "null");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d{1,3})?");

  Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /**
   * {@return the cells of a file with a header}
   *
   * @throws DataException if it cannot be read, two columns have one name, or it has no row or more
   *     than a million
   */
  static Table read(Csv csv, String name) {
    var columns = csv.columns().stream().map(String::strip).toList();
    if (new HashSet<>(columns).size() != columns.size()) {
      throw new DataException(
          "%s needs a name for each column, but has %s. Rename those that occur twice."
              .formatted(name, columns));
    }
    var rows = new ArrayList<List<String>>();
    try (var read = csv.rows().iterator()) {
      while (read.hasNext()) {
        if (rows.size() == MAX_ROWS) {
          throw new DataException(
              "%s needs at most %d rows, but has more. Pass a part of them."
                  .formatted(name, MAX_ROWS));
        }
        rows.add(read.next().stream().map(String::strip).toList());
      }
    }
    if (rows.isEmpty()) {
      throw new DataException(
          "%s needs a header and rows below it, but has no row. Pass a table with data."
              .formatted(name));
    }
    return new Table(name, columns, rows);
  }

  boolean has(String column) {
    return columns.contains(column);
  }

  /**
   * {@return the cells of a column}
   *
   * @throws DataException if there is none of that name
   */
  List<String> column(String column) {
    int index = columns.indexOf(column);
    if (index < 0) {
      throw new DataException(
          "%s needs a column \"%s\", but has %s. Name the columns in the first line."
              .formatted(name, column, columns));
    }
    return rows.stream().map(row -> row.get(index)).toList();
  }

  static boolean isMissing(String cell) {
    return MISSING.contains(cell);
  }

  static boolean isNumber(String cell) {
    return NUMBER.matcher(cell).matches();
  }

  /** {@return the failure of a cell} */
  DataException failure(int row, String column, String needed, String cell) {
    return new DataException(
        "%s, record %d, column \"%s\" needs %s, but has \"%s\". Change the cell, or leave it empty."
            .formatted(
                name, row + 1, column, needed, cell.length() > 40 ? cell.substring(0, 40) : cell));
  }
}
