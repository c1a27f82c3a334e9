package io.cambric.data;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.data.file.ContentSource;
import io.cambric.data.record.RecordType;
import io.cambric.errors.DataException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table as text with a delimiter, and the options for reading it. Immutable; the file is opened
 * only to read.
 *
 * {@snippet :
 * Csv iris = Csv.of(Path.of("iris.csv"));
 * Array x = iris.floats("length", "width"); // f32[rows, 2]
 * Dataset<Flower> flowers = iris.records(Flower.class);
 * }
 *
 * <p>Fields may be in quotation marks, which are doubled inside, as in RFC 4180. The text is UTF-8;
 * a byte order mark and empty lines are skipped. All rows have as many fields as the first line.
 * Without a header, columns have the names "0", "1" and so on.
 *
 * <p>Numbers are decimal, as {@code -1.5e3}, or {@code nan} and {@code inf}; spaces around them do
 * not count. All methods that read throw {@link DataException} with the line and the column of the
 * error, such as a row longer than {@link #LONGEST_ROW}.
 */
public final class Csv {

  /** The default length of the longest row, in characters. */
  public static final int LONGEST_ROW = 1 << 24;

  private final ContentSource source;
  private final CsvOptions options;

  private Csv(ContentSource source, CsvOptions options) {
    this.source = source;
    this.options = options;
  }

  static Csv of(ContentSource source) {
    return new Csv(source, CsvOptions.DEFAULT);
  }

  /** {@return a file with a header and commas, in which empty fields are missing numbers} */
  public static Csv of(Path file) {
    return of(ContentSource.of(file));
  }

  /**
   * {@return a content in memory, as {@link #of(Path)}}
   *
   * @param content must not be written any more
   * @param name of the content, for messages
   */
  public static Csv of(byte[] content, String name) {
    return of(ContentSource.of(content, name));
  }

  /**
   * {@return this table with another delimiter, such as a semicolon or a tab}
   *
   * @throws DataException if it is a quotation mark or ends a line
   */
  public Csv withDelimiter(char delimiter) {
    if (delimiter == '"' || delimiter == '\n' || delimiter == '\r' || delimiter == 0) {
      throw new DataException(
          "A table cannot have a quotation mark, a line end or NUL as delimiter, but got U+%04x. Use a comma, a semicolon or a tab."
              .formatted((int) delimiter));
    }
    return new Csv(source, options.withDelimiter(delimiter));
  }

  /** {@return this table without names in its first line} */
  public Csv withoutHeader() {
    return new Csv(source, options.withoutHeader());
  }

  /**
   * {@return this table with other texts for a missing number, such as "" and "NA"}
   *
   * <p>A missing number is NaN; columns of integers and booleans have none.
   */
  public Csv withMissing(String... texts) {
    return new Csv(source, options.withMissing(Set.of(texts)));
  }

  /**
   * {@return this table with another bound for the length of its rows}
   *
   * <p>The bound keeps an unclosed quotation mark, or a file without lines, from filling the
   * memory.
   *
   * @param characters of the longest row, at least 1; its delimiters and quotation marks count, and
   *     ends of lines within its fields, but not its own end
   * @throws DataException if they are fewer
   */
  public Csv withLongestRow(int characters) {
    if (characters < 1) {
      throw new DataException(
          "A table needs a row limit of at least 1 character, but got %d. Raise it."
              .formatted(characters));
    }
    return new Csv(source, options.withLongestRow(characters));
  }

  /**
   * {@return this table, which needs the numbers of some columns to be in a range}
   *
   * <p>Reads of arrays and records refuse a number outside of it, and a written {@code nan}. A
   * missing number is in every range. Text and booleans have no range, so {@link #rows} checks
   * nothing.
   *
   * @param lowest the smallest number of the range
   * @param highest the largest number of the range
   * @param columns their names; none for all columns without a range of their own
   * @throws DataException if the lowest number is above the highest one, or one is NaN; methods
   *     that read throw it if there is no column of a name
   */
  public Csv withRange(double lowest, double highest, String... columns) {
    var range = new Range(lowest, highest);
    return new Csv(source, options.withRanges(options.ranges().with(range, columns)));
  }

  /** {@return the names of the columns; none for an empty file} */
  public List<String> columns() {
    try (var lines = LineScan.open(source, options)) {
      return lines.columns();
    }
  }

  /**
   * {@return columns of numbers as one matrix}
   *
   * @param columns their names, or none for all of the file
   * @return {@code f32[rows, columns]}, missing numbers as NaN
   */
  public Array floats(String... columns) {
    try (var lines = LineScan.open(source, options)) {
      var names = lines.columns();
      if (names.isEmpty()) {
        throw new DataException(
            "%s needs columns of numbers, but is empty. Check that it is complete."
                .formatted(source.name()));
      }
      var wanted = columns.length == 0 ? names : List.of(columns);
      var matrix = new ColumnBuffer(DType.F32, wanted.size());
      var fields = new @Nullable Column[names.size()];
      for (int i = 0; i < wanted.size(); i++) {
        int place = RecordType.place(names, wanted.get(i), source.name());
        if (fields[place] != null) {
          throw new DataException(
              "floats needs each column once, but got \"%s\" twice. Repeat it in the matrix instead."
                  .formatted(wanted.get(i)));
        }
        var range = options.ranges().of(wanted.get(i));
        fields[place] = new Column(wanted.get(i), DType.F32, range, matrix, wanted.size(), i);
      }
      return matrix.toArray(read(lines, fields), true);
    }
  }

  /**
   * {@return a column of integers}
   *
   * @return {@code i32[rows]}
   */
  public Array ints(String column) {
    return arrays(Map.of(column, DType.I32)).values().iterator().next();
  }

  /**
   * {@return several columns, an array for each, by its name}
   *
   * @param columns from names to dtypes, f32, f64, i8, u8, i16, u16, i32, i64 or bool
   * @return arrays of shape {@code [rows]}, in the order of the given map
   */
  public Map<String, Array> arrays(Map<String, DType> columns) {
    var targets = new LinkedHashMap<String, ColumnBuffer>();
    int rows;
    try (var lines = LineScan.open(source, options)) {
      var names = lines.columns();
      var fields = new @Nullable Column[names.size()];
      columns.forEach((name, dtype) -> {
        int place = RecordType.place(names, name, source.name());
        var target = new ColumnBuffer(dtype, 1);
        targets.put(name, target);
        fields[place] = new Column(name, dtype, options.ranges().of(name), target, 1, 0);
      });
      rows = read(lines, fields);
    }
    var arrays = new LinkedHashMap<String, Array>();
    targets.forEach((name, target) -> arrays.put(name, target.toArray(rows, false)));
    return arrays;
  }

  /** {@return how many rows there are, after the requested fields of all were stored} */
  private int read(LineScan lines, @Nullable Column[] fields) {
    var table = new NumberTable(options, fields);
    boolean more = true;
    while (more) {
      more = lines.next(table);
    }
    return table.rows();
  }

  /**
   * {@return the rows as records, whose components have the names of columns}
   *
   * <p>Components are numbers, booleans, {@link String}, enums by the names of their constants,
   * {@link java.math.BigDecimal}, {@link java.util.UUID}, and {@link java.time.LocalDate}, {@link
   * java.time.LocalTime}, {@link java.time.LocalDateTime}, {@link java.time.Instant} in ISO 8601; a
   * space may stand for its T. A missing number is NaN for a floating component, and a finite
   * number never becomes an infinite one. The rows are read as a stream, so their number is not
   * known; {@link Dataset#inMemory} of them can be shuffled and split.
   *
   * @param type a record class; in a named module its package is open to io.cambric.data
   * @throws DataException if the class has another component; iterators throw it if the file has no
   *     such column, or a row does not fit
   */
  public <R extends Record> Dataset<R> records(Class<R> type) {
    if (!options.header()) {
      throw new DataException(
          "Records of %s need a header with the column names, but the table has none. Read rows, and map them."
              .formatted(source.name()));
    }
    var columns = new RecordType<>(type);
    return Dataset.reading(() -> new RecordRows<>(source, options, columns));
  }

  /** {@return all fields as text, row by row, without the header} */
  public Dataset<List<String>> rows() {
    return Dataset.reading(() -> new TextRows(source, options, false));
  }

  /**
   * {@return the names of the columns as the first element, then the fields of each row as text}
   *
   * <p>An empty file gives no element. Without a header, the names are numbers from 0, as in {@link
   * #columns()}.
   */
  public Dataset<List<String>> rowsWithHeader() {
    return Dataset.reading(() -> new TextRows(source, options, true));
  }

  /** {@return the name of the file in messages} */
  public String name() {
    return source.name();
  }

  /** {@return the file, without reading its content} */
  @Override
  public String toString() {
    return "Csv: " + source.name();
  }
}
