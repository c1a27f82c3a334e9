package io.cambric.data.preprocess;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A column of numbers. A network sees each number standardised, and an indicator of missing ones.
 *
 * @param name of the column
 * @param mean of the training rows, which replaces missing numbers
 * @param deviation of the same rows; 1 if all numbers are equal
 */
public record NumberColumn(String name, double mean, double deviation) {

  static final int FEATURES = 2;

  /** {@return the column with the mean and the deviation of some cells} */
  static NumberColumn fit(TextTable table, String name) {
    var cells = table.column(name);
    for (int row = 0; row < cells.size(); row++) {
      requireNumber(table, row, name, cells.get(row));
    }
    return of(
        name,
        cells.stream()
            .filter(cell -> !CellTexts.isMissing(cell))
            .mapToDouble(Double::parseDouble)
            .toArray());
  }

  /** {@return a column with the mean and the deviation of some numbers} */
  static NumberColumn of(String name, double[] numbers) {
    var bounds = DoubleStream.of(numbers).summaryStatistics();
    if (numbers.length == 0 || bounds.getMin() == bounds.getMax()) {
      // A rounded mean would differ from the only number.
      return new NumberColumn(name, numbers.length == 0 ? 0 : numbers[0], 1);
    }
    // Squares of numbers near 1 neither overflow nor vanish, and scaling by powers of two is exact.
    int exponent = Math.getExponent(Math.max(Math.abs(bounds.getMin()), Math.abs(bounds.getMax())));
    double mean = 0;
    for (double number : numbers) {
      mean += Math.scalb(number, -exponent) / numbers.length;
    }
    double variance = 0;
    for (double number : numbers) {
      double distance = Math.scalb(number, -exponent) - mean;
      variance += distance * distance / numbers.length;
    }
    return new NumberColumn(
        name, Math.scalb(mean, exponent), Math.scalb(Math.sqrt(variance), exponent));
  }

  private static void requireNumber(TextTable table, int row, String name, String cell) {
    if (!CellTexts.isMissing(cell) && !CellTexts.isNumber(cell)) {
      throw table.failure(row, name, "a number", cell);
    }
  }

  /** Writes the two features of a number. */
  void write(double number, boolean isMissing, float[] features, int at) {
    features[at] = (float) (((isMissing ? mean : number) - mean) / deviation);
    features[at + 1] = isMissing ? 1 : 0;
  }

  /**
   * Writes the two features of each cell.
   *
   * @param features {@code [rows, width]}
   * @param at the first of the two columns of features
   * @throws io.cambric.errors.DataException if a cell is neither a number nor missing, or so far
   *     from the mean that a float would be infinite
   */
  void encode(TextTable table, float[] features, int width, int at) {
    List<String> cells = table.column(name);
    for (int row = 0; row < cells.size(); row++) {
      var cell = cells.get(row);
      requireNumber(table, row, name, cell);
      boolean isMissing = CellTexts.isMissing(cell);
      int place = row * width + at;
      write(isMissing ? Double.NaN : Double.parseDouble(cell), isMissing, features, place);
      if (!Float.isFinite(features[place])) {
        throw table.failure(row, name, "a number nearer to the mean " + mean, cell);
      }
    }
  }
}
