package io.cambric.data.preprocess;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.data.Csv;
import io.cambric.data.record.RecordType;
import io.cambric.errors.DataException;
import java.util.ArrayList;
import java.util.List;

/**
 * The conversion of a table's cells to arrays, learned from the training rows. It is a record of
 * texts and numbers, so {@link io.cambric.module.config.JsonFormat} writes it next to the
 * parameters of a model, and reads back an equal one.
 *
 * <pre>{@code
 * var columns = TableColumns.automatic().withTarget("kind").withIgnored("id");
 * var preprocessing = Preprocessing.fit(Csv.of(file), columns);
 * EncodedTable encoded = preprocessing.encode(TextTable.read(Csv.of(file)));
 * }</pre>
 *
 * @param numbers columns of numbers, in the order of the table
 * @param dates columns of dates
 * @param categories columns of categories
 * @param target the column to predict; empty for none
 * @param classes the classes of the target; of two, the rarer one is the last. Empty for a target
 *     of numbers
 */
public record Preprocessing(
    List<NumberColumn> numbers,
    List<DateColumn> dates,
    List<CategoryColumn> categories,
    String target,
    List<String> classes) {

  /** Makes a preprocessing; {@link #fit(TextTable, TableColumns)} learns one. */
  public Preprocessing {
    numbers = List.copyOf(numbers);
    dates = List.copyOf(dates);
    categories = List.copyOf(categories);
    classes = List.copyOf(classes);
  }

  /**
   * {@return the preprocessing learned from all rows of a file}
   *
   * @throws DataException as {@link #fit(TextTable, TableColumns)} does
   */
  public static Preprocessing fit(Csv csv, TableColumns columns) {
    return fit(TextTable.read(csv), columns);
  }

  /**
   * {@return the preprocessing learned from all rows of a table}
   *
   * @throws DataException if a named column is missing, a cell does not fit the declared kind of
   *     its column, or there are no usable classes
   */
  public static Preprocessing fit(TextTable table, TableColumns columns) {
    return fit(table, table, columns);
  }

  /**
   * {@return the preprocessing of a table that is split in two}
   *
   * <p>Kinds of columns and classes come from all rows; means, deviations and categories from the
   * training rows.
   *
   * @param table all rows
   * @param training the training rows
   * @throws DataException as {@link #fit(TextTable, TableColumns)} does
   */
  public static Preprocessing fit(TextTable table, TextTable training, TableColumns columns) {
    requireNamed(table, columns);
    var numbers = new ArrayList<NumberColumn>();
    var dates = new ArrayList<DateColumn>();
    var categories = new ArrayList<CategoryColumn>();
    for (var column : table.columns()) {
      if (column.equals(columns.target()) || columns.ignored().contains(column)) {
        continue;
      }
      var kind = columns.categories().contains(column) ? ColumnKind.CATEGORY : table.kind(column);
      var pattern = columns.dates().get(column);
      if (pattern != null || kind == ColumnKind.DATE) {
        dates.add(DateColumn.fit(training, column, pattern == null ? "" : pattern));
      } else if (kind != ColumnKind.CATEGORY && isNumeric(table.column(column))) {
        numbers.add(NumberColumn.fit(training, column));
      } else {
        categories.add(CategoryColumn.fit(column, training.column(column), columns.minCount()));
      }
    }
    return new Preprocessing(
        numbers, dates, categories, columns.target(), Target.classes(table, columns));
  }

  private static boolean isNumeric(List<String> cells) {
    return cells.stream().allMatch(cell -> CellTexts.isMissing(cell) || CellTexts.isNumber(cell));
  }

  private static void requireNamed(TextTable table, TableColumns columns) {
    for (var named : columns.named()) {
      var unknown = named.getValue().stream().filter(each -> !table.has(each)).sorted().toList();
      if (!unknown.isEmpty()) {
        throw new DataException(
            "%s needs the %s %s, but has the columns %s. %s"
                .formatted(
                    table.name(),
                    named.getKey(),
                    unknown,
                    table.columns(),
                    RecordType.mendOfHeader(table.columns(), "Use names from the first line.")));
      }
    }
    if (columns.minCount() < 1) {
      throw new DataException(
          "A category needs at least one row, but the minimum count is %d. Pass 1 to keep all categories."
              .formatted(columns.minCount()));
    }
  }

  /** {@return the number of features of numbers and dates} */
  public int width() {
    return NumberColumn.FEATURES * numbers.size() + DateColumn.FEATURES * dates.size();
  }

  /** {@return the sizes of the tables of embeddings, one for each column of categories} */
  public List<Integer> cardinalities() {
    return categories.stream().map(CategoryColumn::size).toList();
  }

  /**
   * {@return the rows of a table as arrays} Columns may be in any order, and others may be among
   * them; the target may be missing.
   *
   * @throws DataException if a column is missing, a cell does not fit its column, or a class is
   *     unknown
   */
  public EncodedTable encode(TextTable table) {
    int rows = table.rows().size();
    var features = new float[rows * width()];
    int at = 0;
    for (var column : numbers) {
      column.encode(table, features, width(), at);
      at += NumberColumn.FEATURES;
    }
    for (var column : dates) {
      column.encode(table, features, width(), at);
      at += DateColumn.FEATURES;
    }
    int[] ids = new int[rows * categories.size()];
    for (int i = 0; i < categories.size(); i++) {
      categories.get(i).encode(table, ids, categories.size(), i);
    }
    return new EncodedTable(
        NdArray.of(Shape.of(rows, width()), features),
        NdArray.ofInts(Shape.of(rows, categories.size()), ids),
        Target.labels(table, target, classes));
  }

  /**
   * {@return the number of cells of a table with categories that were not learned}
   *
   * @throws DataException if a column of categories is missing
   */
  public long countUnknown(TextTable table) {
    int[] ids = new int[table.rows().size()];
    long unknown = 0;
    for (var column : categories) {
      column.encode(table, ids, 1, 0);
      for (int id : ids) {
        unknown += id == CategoryColumn.UNKNOWN ? 1 : 0;
      }
    }
    return unknown;
  }
}
