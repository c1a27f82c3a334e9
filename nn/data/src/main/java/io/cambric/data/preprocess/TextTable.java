package io.cambric.data.preprocess;

import io.cambric.data.Csv;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * A table whose cells are texts, without spaces around them, in memory.
 *
 * <p>An empty cell is missing, and so are {@code ?}, {@code NA}, {@code N/A}, {@code NaN}, {@code
 * nan} and {@code null}.
 *
 * @param name for messages, such as a file name
 * @param columns their names, each once
 * @param rows cells in the order of the columns
 */
public record TextTable(String name, List<String> columns, List<List<String>> rows) {

  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

  /**
   * Makes a table.
   *
   * @throws DataException if two columns have one name, or a row has too few or too many cells
   */
  public TextTable {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    if (new HashSet<>(columns).size() != columns.size()) {
      throw new DataException(
          "%s needs a different name for each column, but has %s. Rename the duplicates."
              .formatted(name, columns));
    }
    for (int row = 0; row < rows.size(); row++) {
      if (rows.get(row).size() != columns.size()) {
        throw new DataException(
            "%s, record %d needs %d cells, but has %d. Give each column a cell, empty if the value is missing."
                .formatted(name, row + 1, columns.size(), rows.get(row).size()));
      }
    }
  }

  /**
   * {@return the cells of a file with a header}
   *
   * @param csv is read as a whole
   * @throws DataException if it cannot be read, two columns have one name, or it has no row
   */
  public static TextTable read(Csv csv) {
    var rows = new ArrayList<List<String>>();
    try (var read = csv.rowsWithHeader().iterator()) {
      while (read.hasNext()) {
        rows.add(read.next().stream().map(String::strip).toList());
      }
    }
    if (rows.size() < 2) {
      throw new DataException(
          "%s needs a header and rows below it, but has no rows. Pass a table with data."
              .formatted(csv.name()));
    }
    return new TextTable(csv.name(), rows.getFirst(), rows.subList(1, rows.size()));
  }

  /**
   * {@return a table of one row, such as a request}
   *
   * @param name for messages
   * @param cells texts by column
   */
  public static TextTable ofRow(String name, Map<String, String> cells) {
    var columns = new ArrayList<String>();
    var row = new ArrayList<String>();
    cells.forEach((column, cell) -> {
      columns.add(column);
      row.add(cell.strip());
    });
    return new TextTable(name, columns, List.of(List.copyOf(row)));
  }

  /**
   * {@return some rows of this table}
   *
   * @param indices from 0, in the order of the result
   */
  public TextTable select(List<Integer> indices) {
    return new TextTable(name, columns, indices.stream().map(rows::get).toList());
  }

  /**
   * {@return the table as the text of a CSV file, which {@link #read} takes back}
   *
   * <p>It has a header, commas, line feeds, and quotation marks around cells that need them (RFC
   * 4180). Cells that a spreadsheet would take for formulas are unchanged.
   */
  public String toCsv() {
    var text = new StringBuilder();
    try (var printer = new CSVPrinter(text, FORMAT)) {
      printer.printRecord(columns);
      for (var row : rows) {
        printer.printRecord(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** {@return whether there is a column of this name} */
  public boolean has(String column) {
    return columns.contains(column);
  }

  /**
   * {@return the cells of a column, from top to bottom}
   *
   * @throws DataException if there is none of that name
   */
  public List<String> column(String column) {
    int index = columns.indexOf(column);
    if (index < 0) {
      throw new DataException(
          "%s needs a column \"%s\", but has %s. Check the column names in the first line."
              .formatted(name, column, columns));
    }
    return rows.stream().map(row -> row.get(index)).toList();
  }

  /**
   * {@return the kind of a column, from its cells}
   *
   * @throws DataException if there is none of that name
   */
  public ColumnKind kind(String column) {
    return CellTexts.kind(column(column));
  }

  /** {@return the failure of a cell} */
  DataException failure(int row, String column, String needed, String cell) {
    return new DataException(
        "%s, record %d, column \"%s\" needs %s, but has %s. Change the cell, or leave it empty."
            .formatted(name, row + 1, column, needed, Quoted.of(cell)));
  }
}
