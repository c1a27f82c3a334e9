package io.cambric.examples.tabular;

import java.util.List;

/**
 * A column of numbers. The model sees each as standardised, and an indicator of missing ones.
 *
 * @param name of the column
 * @param mean of the training part, which stands for missing numbers
 * @param deviation of the training part; 1 where all numbers are equal
 */
record NumberColumn(String name, double mean, double deviation) {

  /** {@return the column with the mean and the deviation of some cells} */
  static NumberColumn fit(String name, List<String> cells) {
    double[] numbers =
        cells.stream()
            .filter(cell -> !Table.isMissing(cell))
            .mapToDouble(Double::parseDouble)
            .toArray();
    double mean = 0;
    for (double number : numbers) {
      mean += number / numbers.length;
    }
    double variance = 0;
    for (double number : numbers) {
      variance += (number - mean) * (number - mean) / numbers.length;
    }
    return new NumberColumn(name, mean, variance > 0 ? Math.sqrt(variance) : 1);
  }

  /**
   * Writes the two features of each cell.
   *
   * @param features {@code [rows, width]}
   * @param at the first of the two columns of features
   * @throws io.cambric.errors.DataException if a cell is neither a number nor missing
   */
  void encode(Table table, float[] features, int width, int at) {
    var cells = table.column(name);
    for (int row = 0; row < cells.size(); row++) {
      var cell = cells.get(row);
      boolean isMissing = Table.isMissing(cell);
      if (!isMissing && !Table.isNumber(cell)) {
        throw table.failure(row, name, "a number", cell);
      }
      double value = isMissing ? mean : Double.parseDouble(cell);
      features[row * width + at] = (float) ((value - mean) / deviation);
      features[row * width + at + 1] = isMissing ? 1 : 0;
    }
  }
}
