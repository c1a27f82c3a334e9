package io.cambric.examples.tabular;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.data.preprocess.ColumnKind;
import io.cambric.data.preprocess.EncodedTable;
import io.cambric.data.preprocess.Preprocessing;
import io.cambric.data.preprocess.TableColumns;
import io.cambric.data.preprocess.TextTable;
import io.cambric.errors.DataException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The rows of a table in three parts, drawn at random: 70, 15 and 15 of a hundred.
 *
 * @param preprocessing of the training part
 * @param training rows to learn from
 * @param validation rows that end the training and choose the best epoch
 * @param test rows that are seen once, at the end
 * @param testRows their numbers in the table
 * @param weights of the classes in the loss, f32 {@code [classes]}
 * @param identities columns that identify their rows, as a network learns those by heart
 */
record TableParts(
    Preprocessing preprocessing,
    EncodedTable training,
    EncodedTable validation,
    EncodedTable test,
    List<Integer> testRows,
    Array weights,
    List<String> identities) {

  /** Rows of a table at least. */
  static final int MIN_ROWS = 100;

  private static final double TRAINING = 0.7;
  private static final double VALIDATION = 0.85;

  TableParts {
    testRows = List.copyOf(testRows);
    identities = List.copyOf(identities);
  }

  /**
   * {@return the parts of a table}
   *
   * @throws DataException if the table has too few rows, or does not fit
   */
  static TableParts of(TextTable table, TableColumns columns, long seed) {
    int rows = table.rows().size();
    if (rows < MIN_ROWS) {
      throw new DataException(
          "%s needs at least %d rows for its three parts, but has %d. Pass a larger table."
              .formatted(table.name(), MIN_ROWS, rows));
    }
    var order = new ArrayList<>(IntStream.range(0, rows).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    int first = (int) (rows * TRAINING);
    int second = (int) (rows * VALIDATION);
    var learned = table.select(order.subList(0, first));
    var testRows = order.subList(second, rows);
    var preprocessing = Preprocessing.fit(table, learned, columns);
    var training = preprocessing.encode(learned);
    return new TableParts(
        preprocessing,
        training,
        preprocessing.encode(table.select(order.subList(first, second))),
        preprocessing.encode(table.select(testRows)),
        testRows,
        classWeights(training.labels(), preprocessing.classes().size()),
        identities(table, columns));
  }

  /**
   * {@return weights by which all classes have one part in the loss: rows over the number of
   * classes and the rows of a class}
   */
  static Array classWeights(Array labels, int classes) {
    var counts = new float[classes];
    for (int label : labels.toInts()) {
      counts[label]++;
    }
    var weights = new float[classes];
    for (int i = 0; i < classes; i++) {
      weights[i] = counts[i] == 0 ? 0 : labels.size() / (classes * counts[i]);
    }
    return NdArray.of(Shape.of(classes), weights);
  }

  private static List<String> identities(TextTable table, TableColumns columns) {
    return table.columns().stream()
        .filter(column -> !column.equals(columns.target()))
        .filter(column -> !columns.ignored().contains(column))
        .filter(column -> !columns.categories().contains(column))
        .filter(column -> table.kind(column) == ColumnKind.IDENTITY)
        .toList();
  }
}
