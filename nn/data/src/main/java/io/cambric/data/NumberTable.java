package io.cambric.data;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The requested columns of a file while it is read; mutable. */
final class NumberTable implements LineTarget {

  /** By the index of the field in a line; null if the field is not requested. */
  private final @Nullable Column[] columns;

  private final MissingTexts missing;
  private int rows;

  NumberTable(CsvOptions options, @Nullable Column[] columns) {
    this.columns = columns;
    this.missing = new MissingTexts(options);
  }

  /** {@return how many rows have been stored} */
  int rows() {
    return rows;
  }

  @Override
  public boolean store(int field, byte[] bytes, int from, int to) {
    var column = columns[field];
    if (column == null) {
      return true;
    }
    return missing.contains(bytes, from, to)
        ? column.storeMissing(rows)
        : column.store(rows, bytes, from, to);
  }

  @Override
  public void endRow() {
    rows++;
  }

  @Override
  public void add(CsvRow row) {
    for (int i = 0; i < columns.length; i++) {
      var column = columns[i];
      if (column != null) {
        var field = row.fields().get(i);
        var bytes = field.getBytes(StandardCharsets.UTF_8);
        if (!store(i, bytes, 0, bytes.length)) {
          throw row.unfit(column.name(), column.needed(), field, column.mend(field));
        }
      }
    }
    rows++;
  }
}
