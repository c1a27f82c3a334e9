package io.cambric.data.preprocess;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * A column of dates. A network sees eight features of each: the days since the first of January
 * 1970, standardised; an indicator of missing dates; and the sine and cosine of the day in its
 * year, of the day in its week and of the time in its day, so that the last day is next to the
 * first one.
 *
 * @param name of the column
 * @param pattern of {@link java.time.format.DateTimeFormatter}; empty for ISO 8601
 * @param days the mean and the deviation of the days of the rows to learn from
 */
public record DateColumn(String name, String pattern, NumberColumn days) {

  static final int FEATURES = 8;

  private static final double SECONDS = 86_400;

  /** {@return the column with the mean and the deviation of some cells} */
  static DateColumn fit(TextTable table, String name, String pattern) {
    var cells = table.column(name);
    double[] days = new double[cells.size()];
    int count = 0;
    for (int row = 0; row < days.length; row++) {
      if (!Cells.isMissing(cells.get(row))) {
        days[count++] = days(parse(table, row, name, cells.get(row), pattern));
      }
    }
    return new DateColumn(name, pattern, NumberColumn.of(name, Arrays.copyOf(days, count)));
  }

  private static LocalDateTime parse(
      TextTable table, int row, String name, String cell, String pattern) {
    return Cells.date(cell, pattern)
        .orElseThrow(() ->
            table.failure(
                row,
                name,
                pattern.isEmpty()
                    ? "a date such as 2026-01-31"
                    : "a date of the pattern \"" + pattern + "\"",
                cell));
  }

  private static double days(LocalDateTime date) {
    return date.toEpochSecond(ZoneOffset.UTC) / SECONDS;
  }

  /**
   * Writes the features of each cell; the cycles of a missing date are zeros.
   *
   * @param features {@code [rows, width]}
   * @param at the first of the columns of features
   * @throws io.cambric.errors.DataException if a cell is neither a date nor missing
   */
  void encode(TextTable table, float[] features, int width, int at) {
    var cells = table.column(name);
    for (int row = 0; row < cells.size(); row++) {
      int first = row * width + at;
      var cell = cells.get(row);
      if (Cells.isMissing(cell)) {
        days.write(Double.NaN, true, features, first);
        continue;
      }
      var date = parse(table, row, name, cell, pattern);
      days.write(days(date), false, features, first);
      cycle((date.getDayOfYear() - 1.0) / date.toLocalDate().lengthOfYear(), features, first + 2);
      cycle((date.getDayOfWeek().getValue() - 1) / 7.0, features, first + 4);
      cycle(date.toLocalTime().toSecondOfDay() / SECONDS, features, first + 6);
    }
  }

  /** Writes sine and cosine of a part of a cycle, from 0 to 1. */
  private static void cycle(double part, float[] features, int at) {
    features[at] = (float) Math.sin(2 * Math.PI * part);
    features[at + 1] = (float) Math.cos(2 * Math.PI * part);
  }
}
