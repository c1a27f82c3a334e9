package io.cambric.data.preprocess;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.data.record.RecordType;
import io.cambric.errors.DataException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The column to predict: its classes, and its labels. */
final class Target {

  /** A column with more different texts is no column of classes. */
  private static final int MAX_CLASSES = 1000;

  private Target() {}

  /**
   * {@return the classes of the target, of two the rarer one last; none for a target of numbers}
   */
  static List<String> classes(TextTable table, TableColumns columns) {
    var target = columns.target();
    if (target.isEmpty()) {
      return List.of();
    }
    if (!table.has(target)) {
      throw new DataException(
          "%s needs the target column \"%s\", but has %s. %s"
              .formatted(
                  table.name(),
                  target,
                  table.columns(),
                  RecordType.mendOfHeader(table.columns(), "Choose one of these columns.")));
    }
    var cells = table.column(target);
    for (int row = 0; row < cells.size(); row++) {
      require(table, row, target, cells.get(row), columns.hasClasses());
    }
    return columns.hasClasses() ? classes(table.name(), target, cells) : List.of();
  }

  private static void require(
      TextTable table, int row, String target, String cell, boolean isClass) {
    if (isClass ? CellTexts.isMissing(cell) : !isFloat(cell)) {
      throw table.failure(row, target, isClass ? "a class" : "a number that fits f32", cell);
    }
  }

  private static boolean isFloat(String cell) {
    return CellTexts.isNumber(cell) && Float.isFinite(Float.parseFloat(cell));
  }

  private static List<String> classes(String name, String target, List<String> cells) {
    Map<String, Long> counts =
        cells.stream()
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    if (counts.size() < 2 || counts.size() > MAX_CLASSES) {
      throw new DataException(
          "%s needs 2 to %d classes in column \"%s\", but has %d. Choose another target."
              .formatted(name, MAX_CLASSES, target, counts.size()));
    }
    return counts.size() == 2
        ? counts.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
            .map(Map.Entry::getKey)
            .toList()
        : List.copyOf(counts.keySet());
  }

  /** {@return the labels of the rows; zeros if the table lacks the target} */
  static Array labels(TextTable table, String target, List<String> classes) {
    int rows = table.rows().size();
    boolean isThere = !target.isEmpty() && table.has(target);
    if (classes.isEmpty()) {
      return NdArray.of(Shape.of(rows), isThere ? numbers(table, target) : new float[rows]);
    }
    return NdArray.ofInts(
        Shape.of(rows), isThere ? numbersOfClasses(table, target, classes) : new int[rows]);
  }

  private static float[] numbers(TextTable table, String target) {
    var cells = table.column(target);
    var numbers = new float[cells.size()];
    for (int row = 0; row < numbers.length; row++) {
      require(table, row, target, cells.get(row), false);
      numbers[row] = Float.parseFloat(cells.get(row));
    }
    return numbers;
  }

  private static int[] numbersOfClasses(TextTable table, String target, List<String> classes) {
    var numbers = new HashMap<String, Integer>();
    classes.forEach(name -> numbers.put(name, numbers.size()));
    var cells = table.column(target);
    int[] labels = new int[cells.size()];
    for (int row = 0; row < labels.length; row++) {
      var number = numbers.get(cells.get(row));
      if (number == null) {
        throw table.failure(row, target, "one of " + classes, cells.get(row));
      }
      labels[row] = number;
    }
    return labels;
  }
}
