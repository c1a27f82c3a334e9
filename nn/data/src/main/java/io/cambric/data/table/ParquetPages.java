package io.cambric.data.table;

import dev.hardwood.InputFile;
import dev.hardwood.internal.metadata.PageHeader;
import dev.hardwood.internal.thrift.PageHeaderReader;
import dev.hardwood.internal.thrift.ThriftCompactReader;
import dev.hardwood.metadata.ColumnMetaData;
import dev.hardwood.metadata.FileMetaData;
import dev.hardwood.metadata.PhysicalType;
import io.cambric.file.support.UnpackLimit;
import java.io.EOFException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/**
 * The sizes that the pages of columns unpack to, added up before one is unpacked. The library
 * allocates the sizes in the headers, and a run of one value needs no more bytes than the value.
 */
final class ParquetPages {

  /** Most headers are shorter; statistics may make one longer. */
  private static final int HEADER_BYTES = 1 << 8;

  /** The size of a reference to a text. */
  private static final int REFERENCE_BYTES = 8;

  private final InputFile file;
  private final String name;
  private final UnpackLimit limit;
  private long unpacked;

  private ParquetPages(InputFile file, String name, UnpackLimit limit) {
    this.file = file;
    this.name = name;
    this.limit = limit;
  }

  /**
   * Refuses columns that become too large together.
   *
   * @param places the indices of the columns
   */
  static void check(
      InputFile file,
      FileMetaData footer,
      Collection<Integer> places,
      String name,
      UnpackLimit limit)
      throws IOException {
    var pages = new ParquetPages(file, name, limit);
    for (var group : footer.rowGroups()) {
      // Without rows there are no pages and no offsets.
      for (int place : group.numRows() == 0 ? List.<Integer>of() : places) {
        pages.add(group.columns().get(place).metaData());
      }
    }
  }

  private void add(ColumnMetaData column) throws IOException {
    long at = ParquetLayout.first(column);
    long end = at + column.totalCompressedSize();
    int width = width(column.type());
    while (at < end) {
      at += add(at, (int) Math.min(end - at, Integer.MAX_VALUE), width);
    }
  }

  /** {@return the bytes of a page in the file, after adding it to the sum} */
  private long add(long at, int most, int width) throws IOException {
    for (int bytes = Math.min(HEADER_BYTES, most); ; bytes = (int) Math.min(2L * bytes, most)) {
      var reader = new ThriftCompactReader(file.readRange(at, bytes));
      try {
        var header = PageHeaderReader.read(reader);
        long values = (long) values(header) * width;
        if (values < 0 || header.compressedPageSize() < 0 || header.uncompressedPageSize() < 0) {
          throw new IOException("a page at byte %d has a size below 0".formatted(at));
        }
        unpacked += Math.max(values, header.uncompressedPageSize());
        limit.require(name, file.length(), unpacked);
        return (long) reader.getBytesRead() + header.compressedPageSize();
      } catch (EOFException e) {
        if (bytes == most) {
          throw e;
        }
      } catch (OutOfMemoryError e) {
        // The library allocates memory for a text in a header before it reads its bytes.
        throw new IOException(
            "the header of the page at byte %d exceeds the memory".formatted(at), e);
      }
    }
  }

  private static int values(PageHeader header) {
    return switch (header.type()) {
      case DATA_PAGE -> header.dataPageHeader().numValues();
      case DATA_PAGE_V2 -> header.dataPageHeaderV2().numValues();
      case DICTIONARY_PAGE -> header.dictionaryPageHeader().numValues();
      case INDEX_PAGE -> 0;
    };
  }

  private static int width(PhysicalType type) {
    return switch (type) {
      case BOOLEAN -> 1;
      case INT32, FLOAT -> Integer.BYTES;
      case INT64, DOUBLE -> Long.BYTES;
      case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> REFERENCE_BYTES;
    };
  }
}
