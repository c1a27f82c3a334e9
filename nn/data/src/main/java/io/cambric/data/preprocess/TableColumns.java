package io.cambric.data.preprocess;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.time.chrono.IsoEra;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The columns that a {@link Preprocessing} learns, with their kinds. If all cells of an unnamed
 * column are numbers or missing, it is a column of numbers; likewise for dates. Otherwise it is a
 * column of categories.
 *
 * <p>Immutable; each method returns another choice.
 *
 * @param target the column to predict; empty for none
 * @param hasClasses whether the target has classes, rather than numbers
 * @param categories columns of categories that look like something else, such as codes
 * @param dates patterns of {@link DateTimeFormatter} by column; an empty pattern is ISO 8601
 * @param ignored columns that are left out, such as identities
 * @param minCount the least number of rows of a category; rarer ones count as unknown
 */
public record TableColumns(
    String target,
    boolean hasClasses,
    Set<String> categories,
    Map<String, String> dates,
    Set<String> ignored,
    int minCount) {

  /** Makes a choice; {@link #automatic} begins one. */
  public TableColumns {
    categories = Set.copyOf(categories);
    dates = Map.copyOf(dates);
    ignored = Set.copyOf(ignored);
  }

  /** {@return the choice that depends on the cells, without a target} */
  public static TableColumns automatic() {
    return new TableColumns("", true, Set.of(), Map.of(), Set.of(), 1);
  }

  /** {@return this, with a column of classes to predict} */
  public TableColumns withTarget(String column) {
    return new TableColumns(column, true, categories, dates, ignored, minCount);
  }

  /** {@return this, with a column of numbers to predict} */
  public TableColumns withNumericTarget(String column) {
    return new TableColumns(column, false, categories, dates, ignored, minCount);
  }

  /** {@return this, with columns of categories that look like something else} */
  public TableColumns withCategories(String... columns) {
    return new TableColumns(target, hasClasses, Set.of(columns), dates, ignored, minCount);
  }

  /**
   * {@return this, with one more column of dates}
   *
   * @param pattern of {@link DateTimeFormatter}, such as {@code dd.MM.yyyy}; empty for ISO 8601
   * @throws DataException if it is no pattern
   */
  public TableColumns withDates(String column, String pattern) {
    form(pattern);
    var more = new LinkedHashMap<>(dates);
    more.put(column, pattern);
    return new TableColumns(target, hasClasses, categories, more, ignored, minCount);
  }

  /** {@return this, with columns that are left out} */
  public TableColumns withIgnored(String... columns) {
    return new TableColumns(target, hasClasses, categories, dates, Set.of(columns), minCount);
  }

  /** {@return this, with a least number of rows of a category; rarer ones count as unknown} */
  public TableColumns withMinCount(int rows) {
    return new TableColumns(target, hasClasses, categories, dates, ignored, rows);
  }

  /**
   * {@return the form of dates of a pattern}
   *
   * @throws DataException if it is no pattern
   */
  static DateTimeFormatter form(String pattern) {
    try {
      return new DateTimeFormatterBuilder()
          .appendPattern(pattern)
          // Strict rules refuse the 31st of February, and need an era with the year of an era.
          .parseDefaulting(ChronoField.ERA, IsoEra.CE.getValue())
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "Dates need a pattern such as dd.MM.yyyy, but got %s: %s. Use letters of java.time.format.DateTimeFormatter."
              .formatted(Quoted.of(pattern), e.getMessage()),
          e);
    }
  }

  /** {@return all named columns, for a check against a table} */
  List<Map.Entry<String, Set<String>>> named() {
    return List.of(
        Map.entry("categories", categories),
        Map.entry("dates", dates.keySet()),
        Map.entry("columns to ignore", ignored));
  }
}
