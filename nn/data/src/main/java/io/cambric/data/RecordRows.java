package io.cambric.data;

import io.cambric.data.file.ContentSource;
import io.cambric.data.record.RecordType;
import io.cambric.errors.DataException;
import org.jspecify.annotations.Nullable;

/** The rows of a file as records of Java; mutable. */
final class RecordRows<R extends Record> implements RecordReader<R> {

  private final LineScan lines;
  private final RecordFields<R> fields;

  RecordRows(ContentSource source, CsvOptions options, RecordType<R> type) {
    this.lines = LineScan.open(source, options);
    try {
      if (lines.columns().isEmpty()) {
        throw new DataException(
            "%s needs a header with its column names, but is empty. Check that it is complete."
                .formatted(source.name()));
      }
      this.fields = new RecordFields<>(type, options, lines.columns(), source.name());
    } catch (RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  @Override
  public @Nullable R next() {
    return lines.next(fields) ? fields.make(lines::place) : null;
  }

  @Override
  public void close() {
    lines.close();
  }
}
