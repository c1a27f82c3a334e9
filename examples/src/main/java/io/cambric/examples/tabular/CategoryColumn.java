package io.cambric.examples.tabular;

import java.util.List;

/**
 * A column of categories. The model sees the number of a row in a table of embeddings: one for
 * categories that the training part lacks, one for missing cells, then one for each category.
 *
 * @param name of the column
 * @param values the categories of the training part, sorted
 */
record CategoryColumn(String name, List<String> values) {

  static final int UNKNOWN = 0;
  static final int MISSING = 1;
  private static final int RESERVED = 2;

  CategoryColumn {
    values = List.copyOf(values);
  }

  static CategoryColumn fit(String name, List<String> cells) {
    return new CategoryColumn(
        name, cells.stream().filter(cell -> !Table.isMissing(cell)).distinct().sorted().toList());
  }

  /** {@return rows of the table of embeddings} */
  int size() {
    return values.size() + RESERVED;
  }

  int encode(String cell) {
    if (Table.isMissing(cell)) {
      return MISSING;
    }
    int index = values.indexOf(cell);
    return index < 0 ? UNKNOWN : index + RESERVED;
  }

  /**
   * Writes the number of each cell.
   *
   * @param ids {@code [rows, width]}
   */
  void encode(Table table, int[] ids, int width, int at) {
    var cells = table.column(name);
    for (int row = 0; row < cells.size(); row++) {
      ids[row * width + at] = encode(cells.get(row));
    }
  }
}
