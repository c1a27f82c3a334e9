package io.cambric.data.csv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The wanted columns of a file while it is read; mutable. */
final class NumberTable {

  /** By the place of the field in a line; null where a field is not wanted. */
  private final @Nullable Column[] columns;

  /** The texts that stand for no number, in UTF-8. */
  private final byte[][] missing;

  private int rows;

  NumberTable(CsvOptions options, @Nullable Column[] columns) {
    this.columns = columns;
    this.missing =
        options.missing().stream()
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
  }

  int rows() {
    return rows;
  }

  /** {@return how many fields a line needs} */
  int width() {
    return columns.length;
  }

  /** Stores a field of the current row if it is wanted; false if it is none of its dtype. */
  boolean store(int field, byte[] bytes, int from, int to) {
    var column = columns[field];
    if (column == null) {
      return true;
    }
    return isMissing(bytes, from, to)
        ? column.storeMissing(rows)
        : column.store(rows, bytes, from, to);
  }

  private boolean isMissing(byte[] bytes, int from, int to) {
    for (var text : missing) {
      if (text.length == to - from && Arrays.equals(text, 0, text.length, bytes, from, to)) {
        return true;
      }
    }
    return false;
  }

  /** Ends a row whose fields were stored. */
  void endRow() {
    rows++;
  }

  /** Stores a record that Commons CSV read. */
  void add(CsvRow row) {
    for (int i = 0; i < columns.length; i++) {
      var column = columns[i];
      if (column != null) {
        var field = row.fields().get(i);
        var bytes = field.getBytes(StandardCharsets.UTF_8);
        if (!store(i, bytes, 0, bytes.length)) {
          throw row.unfit(column.name(), column.needed(), field);
        }
      }
    }
    rows++;
  }
}
