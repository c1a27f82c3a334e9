package io.cambric.data;

import io.cambric.data.file.ContentSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a file as texts; mutable. */
final class TextRows implements RecordReader<List<String>> {

  private final LineScan lines;

  /** Whether the names of the columns come next. */
  private boolean named;

  /**
   * Opens a file.
   *
   * @param named whether the names of the columns come first
   */
  TextRows(ContentSource source, CsvOptions options, boolean named) {
    this.lines = LineScan.openAsText(source, options);
    this.named = named && !lines.columns().isEmpty();
  }

  @Override
  public @Nullable List<String> next() {
    if (named) {
      named = false;
      return lines.columns();
    }
    var row = lines.nextAsText();
    return row == null ? null : row.fields();
  }

  @Override
  public void close() {
    lines.close();
  }
}
