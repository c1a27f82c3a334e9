package io.cambric.data.table;

import dev.hardwood.metadata.ColumnMetaData;
import dev.hardwood.metadata.FileMetaData;
import io.cambric.errors.DataException;

/**
 * The places that the footer of a Parquet file names, checked against its size. The library reads
 * on without an end where a place is outside of the file.
 */
final class ParquetLayout {

  /** The magic bytes at the start. */
  private static final int FIRST = 4;

  private ParquetLayout() {}

  static void check(FileMetaData footer, long size, String name) {
    long rows = 0;
    for (var group : footer.rowGroups()) {
      for (var chunk : group.columns()) {
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

  /** {@return where the first page of a column begins} */
  static long first(ColumnMetaData column) {
    var dictionary = column.dictionaryPageOffset();
    return dictionary != null && dictionary > 0
        ? Math.min(column.dataPageOffset(), dictionary)
        : column.dataPageOffset();
  }

  private static void check(ColumnMetaData column, long rows, long size, String name) {
    long first = first(column);
    long length = column.totalCompressedSize();
    boolean inside = first >= FIRST && length >= 0 && length <= size - first;
    if (!inside || column.numValues() < 0 || rows < 0) {
      throw new DataException(
          "%s needs columns within its %d bytes, but one has %d values in %d bytes from %d on. Write the file again."
              .formatted(name, size, column.numValues(), length, first));
    }
  }
}
