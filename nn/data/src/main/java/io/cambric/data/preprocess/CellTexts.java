package io.cambric.data.preprocess;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The texts of cells: missing ones, numbers and dates. */
final class CellTexts {

  private static final Set<String> MISSING = Set.of("", "?", "NA", "N/A", "NaN", "nan", "null");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d{1,3})?");
  private static final Pattern ISO =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}.*)?");
  private static final Pattern WHOLE = Pattern.compile("[-+]?\\d{1,18}");

  /** The characters of a date without a time. */
  private static final int DAY = 10;

  /** Below this count, cells may all differ by chance. */
  private static final int FEW = 20;

  private CellTexts() {}

  static boolean isMissing(String cell) {
    return MISSING.contains(cell);
  }

  static boolean isNumber(String cell) {
    return NUMBER.matcher(cell).matches() && Double.isFinite(Double.parseDouble(cell));
  }

  /** {@return the kind of a column, from its cells} */
  static ColumnKind kind(List<String> cells) {
    var present = cells.stream().filter(cell -> !isMissing(cell)).toList();
    if (present.isEmpty()) {
      return ColumnKind.CATEGORY;
    }
    boolean differ = present.size() >= FEW && Set.copyOf(present).size() == present.size();
    if (present.stream().allMatch(CellTexts::isNumber)) {
      return differ && areNumbersOfRows(present) ? ColumnKind.IDENTITY : ColumnKind.NUMBER;
    }
    if (present.stream().allMatch(cell -> date(cell).isPresent())) {
      return ColumnKind.DATE;
    }
    return differ ? ColumnKind.IDENTITY : ColumnKind.CATEGORY;
  }

  /**
   * {@return whether different whole numbers rise from row to row, or fill a range in any order}
   */
  private static boolean areNumbersOfRows(List<String> cells) {
    if (!cells.stream().allMatch(cell -> WHOLE.matcher(cell).matches())) {
      return false;
    }
    long[] numbers = cells.stream().mapToLong(Long::parseLong).toArray();
    boolean rise = true;
    long least = numbers[0];
    long most = numbers[0];
    for (int i = 1; i < numbers.length; i++) {
      rise &= numbers[i] > numbers[i - 1];
      least = Math.min(least, numbers[i]);
      most = Math.max(most, numbers[i]);
    }
    return rise || most - least == numbers.length - 1;
  }

  /**
   * {@return the date and time of a cell in the form of ISO 8601, as {@link #date(String,
   * DateTimeFormatter)}}
   */
  static Optional<LocalDateTime> date(String cell) {
    if (!ISO.matcher(cell).matches()) {
      return Optional.empty();
    }
    return cell.length() == DAY
        ? date(cell, DateTimeFormatter.ISO_LOCAL_DATE)
        : date(cell.replace(' ', 'T'), DateTimeFormatter.ISO_DATE_TIME);
  }

  /**
   * {@return the date and time of a cell, at UTC where it has an offset or a zone, at midnight
   * where it has no time; empty if the cell has another form}
   */
  static Optional<LocalDateTime> date(String cell, DateTimeFormatter form) {
    try {
      return Optional.of(of(form.parse(cell)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static LocalDateTime of(TemporalAccessor parsed) {
    var time = parsed.query(TemporalQueries.localTime());
    if (time == null && Stream.of(ChronoField.values()).anyMatch(field -> isTime(parsed, field))) {
      throw new DateTimeException("A 12-hour time needs AM or PM.");
    }
    return parsed.query(TemporalQueries.zone()) == null
        ? LocalDate.from(parsed).atTime(time == null ? LocalTime.MIDNIGHT : time)
        : LocalDateTime.ofInstant(Instant.from(parsed), ZoneOffset.UTC);
  }

  private static boolean isTime(TemporalAccessor parsed, ChronoField field) {
    return field.isTimeBased() && parsed.isSupported(field);
  }
}
