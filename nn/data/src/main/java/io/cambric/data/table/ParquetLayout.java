package io.cambric.data.table;

import dev.hardwood.metadata.ColumnChunk;
import dev.hardwood.metadata.ColumnMetaData;
import dev.hardwood.metadata.FileMetaData;
import io.cambric.errors.DataException;
import java.util.List;

/**
 * The offsets in the footer of a Parquet file, checked against its size. The library never stops
 * reading if an offset is outside of the file.
 */
final class ParquetLayout {

  /** The magic bytes at the start. */
  private static final int FIRST = 4;

  private ParquetLayout() {}

  static void check(FileMetaData footer, int leaves, long size, String name) {
    long rows = 0;
    for (var group : footer.rowGroups()) {
      if (group.columns().size() != leaves) {
        throw new DataException(
            "%s needs row groups with the %d columns of its schema, but one has %d. Write the file again."
                .formatted(name, leaves, group.columns().size()));
      }
      // Without rows there are no pages and no offsets.
      for (var chunk : group.numRows() == 0 ? List.<ColumnChunk>of() : group.columns()) {
        check(chunk.metaData(), group.numRows(), size, name);
      }
      rows += group.numRows();
    }
    if (rows != footer.numRows()) {
      throw new DataException(
          "%s needs row groups with the %d rows of its footer, but they have %d. Write the file again."
              .formatted(name, footer.numRows(), rows));
    }
  }

  private static void check(ColumnMetaData column, long rows, long size, String name) {
    long first = first(column);
    long length = column.totalCompressedSize();
    boolean inside = first >= FIRST && length >= 0 && length <= size - first;
    if (!inside || column.numValues() < 0 || rows < 0) {
      throw new DataException(
          "%s needs columns within its %d bytes, but one has %d values in %d bytes from byte %d. Write the file again."
              .formatted(name, size, column.numValues(), length, first));
    }
  }

  /** {@return where the first page begins} */
  static long first(ColumnMetaData column) {
    var dictionary = column.dictionaryPageOffset();
    return dictionary != null && dictionary > 0
        ? Math.min(column.dataPageOffset(), dictionary)
        : column.dataPageOffset();
  }
}
