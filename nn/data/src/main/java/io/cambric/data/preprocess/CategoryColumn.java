package io.cambric.data.preprocess;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A column of categories. A network sees the number of a row in a table of embeddings: {@link
 * #UNKNOWN} for categories that are absent or too rare in the training rows, {@link #MISSING} for
 * missing cells, then one for each category.
 *
 * @param name of the column
 * @param values the categories, sorted
 */
public record CategoryColumn(String name, List<String> values) {

  /** The number of categories that were not learned. */
  public static final int UNKNOWN = 0;

  /** The number of missing cells. */
  public static final int MISSING = 1;

  private static final int RESERVED = 2;

  /** Makes a column. */
  public CategoryColumn {
    values = List.copyOf(values);
  }

  /** {@return the column with the categories of some cells that occur often enough} */
  static CategoryColumn fit(String name, List<String> cells, int minCount) {
    var counts =
        cells.stream()
            .filter(cell -> !CellTexts.isMissing(cell))
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return new CategoryColumn(
        name,
        counts.entrySet().stream()
            .filter(each -> each.getValue() >= minCount)
            .map(Map.Entry::getKey)
            .sorted()
            .toList());
  }

  /** {@return the rows of the table of embeddings} */
  public int size() {
    return values.size() + RESERVED;
  }

  /**
   * Writes the number of each cell.
   *
   * @param ids {@code [rows, width]}
   */
  void encode(TextTable table, int[] ids, int width, int at) {
    var numbers = new HashMap<String, Integer>();
    for (int i = 0; i < values.size(); i++) {
      numbers.put(values.get(i), i + RESERVED);
    }
    var cells = table.column(name);
    for (int row = 0; row < cells.size(); row++) {
      var cell = cells.get(row);
      ids[row * width + at] =
          CellTexts.isMissing(cell) ? MISSING : numbers.getOrDefault(cell, UNKNOWN);
    }
  }
}
