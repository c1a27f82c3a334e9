package io.cambric.data.table;

import io.cambric.core.Array;
import io.cambric.data.Dataset;
import io.cambric.data.record.RecordType;
import io.cambric.data.table.OpenParquet.ParquetSource;
import io.cambric.errors.DataException;
import io.cambric.file.support.UnpackLimit;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Parquet file of flat columns. Immutable; the file is opened when something is read.
 *
 * <p>Pages are uncompressed or packed with Snappy, gzip, Zstandard or LZ4. Columns have the values
 * of their logical types. Requests for nested columns are refused.
 *
 * {@snippet :
 * Map<String, Array> columns = Parquet.of(Path.of("points.parquet")).arrays("x", "y");
 * }
 *
 * <p>Methods that read throw a {@link DataException} if the file is no such file.
 */
public final class Parquet {

  private static final String OPTION = "Parquet.of(...).withMaxUnpackedBytes(bytes)";
  private static final UnpackLimit BY_SIZE = UnpackLimit.bySize(OPTION);

  private final ParquetSource source;

  private Parquet(ParquetSource source) {
    this.source = source;
  }

  /** {@return a file} */
  public static Parquet of(Path file) {
    return new Parquet(new ParquetSource(file, ByteBuffer.allocate(0), "", BY_SIZE));
  }

  /**
   * {@return a content in memory}
   *
   * @param content must not be written any more
   * @param name of the content, for messages
   */
  public static Parquet of(byte[] content, String name) {
    return new Parquet(new ParquetSource(null, ByteBuffer.wrap(content), name, BY_SIZE));
  }

  /**
   * {@return this file, with another limit of the bytes that its pages unpack to}
   *
   * <p>By default, the columns may unpack to 64 MiB together, or to a hundred times the file size
   * if that is more.
   *
   * @param bytes the most, from 0
   * @throws DataException if it is below 0
   */
  public Parquet withMaxUnpackedBytes(long bytes) {
    if (bytes < 0) {
      throw new DataException(
          "%s needs a limit of at least 0 unpacked bytes, but got %d. Leave it out for a limit by file size."
              .formatted(source.name(), bytes));
    }
    return new Parquet(
        new ParquetSource(
            source.file(), source.content(), source.label(), new UnpackLimit(bytes, OPTION)));
  }

  /** {@return the names of the columns} */
  public List<String> columns() {
    try (var open = new OpenParquet(source)) {
      return open.columns();
    }
  }

  /**
   * {@return columns as arrays, by their names}
   *
   * @param columns their names, or none for all of the file
   * @return arrays {@code [rows]}: signed or unsigned numbers of the file's dtype, booleans as
   *     bool, and decimals as the nearest f64; missing floating numbers are NaN
   * @throws DataException if a column has another logical type, is nested, or has a missing value
   *     that NaN cannot represent
   */
  public Map<String, Array> arrays(String... columns) {
    try (var open = new OpenParquet(source)) {
      var all = open.columns();
      var arrays = new LinkedHashMap<String, Array>();
      var fields = new LinkedHashMap<String, ParquetField>();
      for (var name : columns.length == 0 ? all : List.of(columns)) {
        fields.put(name, open.flat(RecordType.place(all, name, open.name())));
      }
      open.requireBounded(List.copyOf(fields.values()));
      fields.forEach((name, field) ->
          arrays.put(name, open.call(() -> new ParquetColumn(open, field).read())));
      return Collections.unmodifiableMap(arrays);
    }
  }

  /**
   * {@return the rows as records, whose components have the names of columns}
   *
   * <p>The logical type of a column determines its values:
   *
   * <ul>
   *   <li>numbers fit components of numbers that have the same value, {@link java.math.BigDecimal}
   *       included; floating components take the nearest one
   *   <li>text fits {@link String} and enums
   *   <li>a DATE fits {@link java.time.LocalDate}, a TIME {@link java.time.LocalTime}, a TIMESTAMP
   *       {@link java.time.Instant} if it is of UTC and else {@link java.time.LocalDateTime}; INT96
   *       fits both
   *   <li>a UUID fits {@link java.util.UUID}
   *   <li>all of them fit String
   * </ul>
   *
   * <p>Bytes, BSON, INTERVAL and nested columns are refused, but only where a component asks for
   * them. A missing floating number is NaN, and other missing values are refused. The rows are read
   * as a stream, and a resumed iterator skips rows that were read before.
   *
   * @param type a record class; in a named module its package is open to io.cambric.data
   */
  public <R extends Record> Dataset<R> records(Class<R> type) {
    var record = new RecordType<>(type);
    return Dataset.reading(() -> new ParquetRows<>(new OpenParquet(source), record));
  }

  /** {@return the file, without reading its content} */
  @Override
  public String toString() {
    return "Parquet: " + source.name();
  }
}
