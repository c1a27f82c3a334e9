package io.cambric.nn.report;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * A matrix as a table of colours, with a label for each row and each column. Large cells show their
 * numbers; the mouse shows the number of any cell.
 *
 * {@snippet :
 * HeatMap.of("Cosines", sentences, sentences, cosines).withRange(0, 1).toSvg();
 * }
 *
 * @param title above the picture, also its description for screen readers
 * @param rows their labels, from the top
 * @param columns their labels, from the left
 * @param values row by row; NaN, infinities, and numbers beyond 1e300 in size have no colour
 * @param low the number with the faintest colour; smaller numbers have the same colour
 * @param high the number with the strongest colour; larger numbers have the same colour
 */
public record HeatMap(
    String title,
    List<String> rows,
    List<String> columns,
    List<Double> values,
    double low,
    double high)
    implements Chart {

  /** More cells than this make a file slow to open. */
  private static final int MAX_CELLS = 1 << 16;

  /**
   * Checks the counts and the range.
   *
   * @throws ShapeException if there is no cell, if there are more than 65536, or if labels and
   *     shape do not match
   * @throws HyperparameterException if the range is not from one number to a larger one
   */
  public HeatMap {
    rows = List.copyOf(rows);
    columns = List.copyOf(columns);
    values = List.copyOf(values);
    long cells = (long) rows.size() * columns.size();
    if (cells == 0 || cells > MAX_CELLS) {
      throw new ShapeException(
          "The heat map \"%s\" needs 1 to %d cells, but got %d rows and %d columns. Show a part, or average neighbouring cells."
              .formatted(title, MAX_CELLS, rows.size(), columns.size()));
    }
    if (values.size() != cells) {
      throw new ShapeException(
          "The heat map \"%s\" of %d rows and %d columns needs %d numbers, but got %d. Pass one number for each cell."
              .formatted(title, rows.size(), columns.size(), cells, values.size()));
    }
    if (!(low < high && Double.isFinite(high - low))) {
      throw new HyperparameterException(
          "The heat map \"%s\" needs a range from one number to a larger one, but got %s to %s. Pass the lower end first."
              .formatted(title, low, high));
    }
  }

  /**
   * {@return a heat map with colours from the lowest to the highest number}
   *
   * @param title above
   * @param rows their labels, from the top
   * @param columns their labels, from the left
   * @param values numbers, {@code [rows, columns]}
   * @throws ShapeException if the labels do not fit the shape, or there are too many cells
   */
  public static HeatMap of(String title, List<String> rows, List<String> columns, Array values) {
    if (values.rank() != 2 || values.dim(0) != rows.size() || values.dim(1) != columns.size()) {
      throw new ShapeException(
          "The heat map \"%s\" with %d row labels and %d column labels needs the shape [%d, %d], but got %s. Pass one label for each row and column."
              .formatted(
                  title, rows.size(), columns.size(), rows.size(), columns.size(), values.aval()));
    }
    var given = values.concrete("Drawing a heat map");
    var numbers = new ArrayList<Double>(given.size());
    var range = new DoubleSummaryStatistics();
    for (int i = 0; i < given.size(); i++) {
      double number = given.getDouble(i);
      numbers.add(number);
      if (AxisScale.hasPlace(number)) {
        range.accept(number);
      }
    }
    var scale =
        range.getCount() == 0
            ? LinearScale.between(0, 1, 1)
            : LinearScale.between(range.getMin(), range.getMax(), 1);
    return new HeatMap(title, rows, columns, numbers, scale.low(), scale.high());
  }

  /**
   * {@return this with colours for another range of numbers}
   *
   * @throws HyperparameterException if it is not from one number to a larger one
   */
  public HeatMap withRange(double from, double to) {
    return new HeatMap(title, rows, columns, values, from, to);
  }

  @Override
  public String toSvg() {
    return HeatDrawing.of(this, true).alone();
  }

  double value(int row, int column) {
    return values.get(row * columns.size() + column);
  }
}
