package io.cambric.data.preprocess;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A column of dates. A network sees eight features of each: the days since the first of January
 * 1970, standardised; an indicator of missing dates; and the sine and cosine of the day in its
 * year, of the day in its week and of the time in its day, so that the last day is next to the
 * first one.
 *
 * @param name of the column
 * @param pattern of {@link java.time.format.DateTimeFormatter}; empty for ISO 8601
 * @param days the mean and the deviation of the days of the training rows
 */
public record DateColumn(String name, String pattern, NumberColumn days) {

  static final int FEATURES = 8;

  private static final double SECONDS = 86_400;

  /** {@return the column with the mean and the deviation of some cells} */
  static DateColumn fit(TextTable table, String name, String pattern) {
    double[] days =
        dates(table, name, pattern).stream()
            .flatMap(Optional::stream)
            .mapToDouble(DateColumn::days)
            .toArray();
    return new DateColumn(name, pattern, NumberColumn.of(name, days));
  }

  /** {@return the dates of a column, empty where they are missing} */
  private static List<Optional<LocalDateTime>> dates(TextTable table, String name, String pattern) {
    var form = pattern.isEmpty() ? null : TableColumns.form(pattern);
    var cells = table.column(name);
    var dates = new ArrayList<Optional<LocalDateTime>>(cells.size());
    for (int row = 0; row < cells.size(); row++) {
      var cell = cells.get(row);
      var date = form == null ? CellTexts.date(cell) : CellTexts.date(cell, form);
      if (date.isEmpty() && !CellTexts.isMissing(cell)) {
        var needed =
            form == null
                ? "a date such as 2026-01-31"
                : "a date of the pattern \"" + pattern + "\"";
        throw table.failure(row, name, needed, cell);
      }
      dates.add(date);
    }
    return dates;
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
    var dates = dates(table, name, pattern);
    for (int row = 0; row < dates.size(); row++) {
      int first = row * width + at;
      if (dates.get(row).isEmpty()) {
        days.write(Double.NaN, true, features, first);
        continue;
      }
      var date = dates.get(row).get();
      days.write(days(date), false, features, first);
      cycle((date.getDayOfYear() - 1.0) / date.toLocalDate().lengthOfYear(), features, first + 2);
      cycle((date.getDayOfWeek().getValue() - 1) / 7.0, features, first + 4);
      cycle(date.toLocalTime().toSecondOfDay() / SECONDS, features, first + 6);
    }
  }

  /** Writes sine and cosine of a fraction of a cycle, from 0 to 1. */
  private static void cycle(double part, float[] features, int at) {
    features[at] = (float) Math.sin(2 * Math.PI * part);
    features[at + 1] = (float) Math.cos(2 * Math.PI * part);
  }
}
