package io.cambric.examples.tabular;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How cells become arrays, learned from the training part of a table alone.
 *
 * @param numbers columns of numbers
 * @param categories columns of categories
 * @param target the column of the class
 * @param classes their names; of two, the rarer one is the last
 */
record Preprocessing(
    List<NumberColumn> numbers,
    List<CategoryColumn> categories,
    String target,
    List<String> classes) {

  private static final int MAX_CLASSES = 100;

  Preprocessing {
    numbers = List.copyOf(numbers);
    categories = List.copyOf(categories);
    classes = List.copyOf(classes);
  }

  /**
   * {@return the preprocessing of a table, in which a column is one of numbers if all its cells are
   * numbers or missing}
   *
   * @param table all rows, of which the kinds of the columns and the classes are those
   * @param training rows from which means, deviations and categories are learned
   * @param named columns that are categories although they look like numbers
   * @throws DataException if a named column or the target is missing, or there is no usable class
   */
  static Preprocessing fit(Table table, Table training, String target, Set<String> named) {
    var unknown = new HashSet<>(named);
    table.columns().forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw new DataException(
          "%s needs the columns of categories %s, but has %s. Name columns of the first line."
              .formatted(table.name(), unknown, table.columns()));
    }
    var numbers = new ArrayList<NumberColumn>();
    var categories = new ArrayList<CategoryColumn>();
    var classes = classes(table, target);
    for (var column : table.columns()) {
      if (column.equals(target)) {
        continue;
      }
      var learned = training.column(column);
      if (!named.contains(column) && isNumeric(table.column(column))) {
        numbers.add(NumberColumn.fit(column, learned));
      } else {
        categories.add(CategoryColumn.fit(column, learned));
      }
    }
    return new Preprocessing(numbers, categories, target, classes);
  }

  private static boolean isNumeric(List<String> cells) {
    return cells.stream().allMatch(cell -> Table.isMissing(cell) || Table.isNumber(cell))
        && !cells.stream().allMatch(Table::isMissing);
  }

  private static List<String> classes(Table table, String target) {
    if (!table.has(target)) {
      throw new DataException(
          "%s needs the column \"%s\" of classes, but has %s. Pass --target with the one that has them."
              .formatted(table.name(), target, table.columns()));
    }
    var cells = table.column(target);
    for (int row = 0; row < cells.size(); row++) {
      if (Table.isMissing(cells.get(row))) {
        throw table.failure(row, target, "a class", cells.get(row));
      }
    }
    Map<String, Long> counts =
        cells.stream()
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    if (counts.size() < 2 || counts.size() > MAX_CLASSES) {
      throw new DataException(
          "%s needs from 2 to %d classes in column \"%s\", but has %d. Pass --target with the column of classes."
              .formatted(table.name(), MAX_CLASSES, target, counts.size()));
    }
    return counts.size() == 2
        ? counts.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
            .map(Map.Entry::getKey)
            .toList()
        : List.copyOf(counts.keySet());
  }

  /** {@return features of numbers, with indicators} */
  int numberWidth() {
    return 2 * numbers.size();
  }

  /** {@return the sizes of the tables of embeddings} */
  List<Integer> cardinalities() {
    return categories.stream().map(CategoryColumn::size).toList();
  }

  /**
   * {@return the rows of a table as arrays}
   *
   * @throws DataException if a column is missing, a cell of numbers is none, or a class is unknown
   */
  TabularBatch encode(Table table) {
    int rows = table.rows().size();
    var features = new float[rows * numberWidth()];
    int[] ids = new int[rows * categories.size()];
    for (int i = 0; i < numbers.size(); i++) {
      numbers.get(i).encode(table, features, numberWidth(), 2 * i);
    }
    for (int i = 0; i < categories.size(); i++) {
      categories.get(i).encode(table, ids, categories.size(), i);
    }
    return new TabularBatch(
        NdArray.of(Shape.of(rows, numberWidth()), features),
        NdArray.ofInts(Shape.of(rows, categories.size()), ids),
        NdArray.ofInts(Shape.of(rows), labels(table)));
  }

  private int[] labels(Table table) {
    int[] labels = new int[table.rows().size()];
    if (!table.has(target)) {
      return labels;
    }
    var cells = table.column(target);
    for (int row = 0; row < labels.length; row++) {
      labels[row] = classes.indexOf(cells.get(row));
      if (labels[row] < 0) {
        throw table.failure(row, target, "one of " + classes, cells.get(row));
      }
    }
    return labels;
  }

  /** {@return how many cells of a table are categories that the training part lacks} */
  long countUnknown(Table table) {
    return categories.stream()
        .mapToLong(column ->
            table.column(column.name()).stream()
                .filter(cell -> column.encode(cell) == CategoryColumn.UNKNOWN)
                .count())
        .sum();
  }
}
