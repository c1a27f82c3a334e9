package io.cambric.data.csv;

import io.cambric.data.RecordReader;
import io.cambric.data.file.ContentSource;
import io.cambric.data.record.RecordType;
import io.cambric.errors.DataException;
import org.jspecify.annotations.Nullable;

/** The rows of a file as records of Java; mutable. */
final class RecordRows<R extends Record> implements RecordReader<R> {

  private final RecordFields<R> fields;
  private final LineScan lines;

  RecordRows(ContentSource source, CsvOptions options, RecordType<R> type) {
    try (var rows = CsvRows.open(source, options)) {
      var header = rows.next();
      if (header == null) {
        throw new DataException(
            "%s needs a header with the names of its columns, but is empty. Check that it is whole."
                .formatted(source.name()));
      }
      this.fields = new RecordFields<>(type, options, header.fields(), source.name());
    }
    this.lines = LineScan.open(source, options, fields);
  }

  @Override
  public @Nullable R next() {
    return lines.next() ? fields.make(lines::place) : null;
  }

  @Override
  public void close() {
    lines.close();
  }
}
