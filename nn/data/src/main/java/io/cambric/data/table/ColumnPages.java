package io.cambric.data.table;

import dev.hardwood.InputFile;
import dev.hardwood.internal.compression.DecompressorFactory;
import dev.hardwood.internal.metadata.PageHeader;
import dev.hardwood.internal.metadata.PageHeader.PageType;
import dev.hardwood.internal.reader.Dictionary;
import dev.hardwood.internal.reader.Page;
import dev.hardwood.internal.reader.PageDecoder;
import dev.hardwood.internal.thrift.PageHeaderReader;
import dev.hardwood.internal.thrift.ThriftCompactReader;
import dev.hardwood.metadata.ColumnMetaData;
import dev.hardwood.schema.ColumnSchema;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The values of a flat column, page by page; mutable.
 *
 * <p>The library's own readers split column names at points. They miss a column whose name contains
 * a point, or return part of a nested column instead. They also unpack pages by native code. So
 * this class finds the pages, and the library decodes them.
 */
final class ColumnPages {

  private final InputFile input;
  private final ColumnSchema column;
  private final Iterator<ColumnMetaData> chunks;
  private final DecompressorFactory codecs = new PageCodecs();

  private @Nullable ColumnMetaData chunk;
  private @Nullable Dictionary dictionary;
  private @Nullable Page page;

  /** Where the next page begins, and where the chunk ends. */
  private long at;

  private long end;

  /** The number of values left in the chunk. */
  private long values;

  /**
   * Begins to read.
   *
   * @param chunks of the column, one for each group of rows
   */
  ColumnPages(InputFile input, ColumnSchema column, Iterator<ColumnMetaData> chunks) {
    this.input = input;
    this.column = column;
    this.chunks = chunks;
  }

  /** {@return whether there is another page, which becomes the current one} */
  boolean next() throws IOException {
    page = null;
    while (page == null || page.size() == 0) {
      while (values == 0) {
        if (!chunks.hasNext()) {
          return false;
        }
        open(chunks.next());
      }
      readPage(Objects.requireNonNull(chunk));
    }
    return true;
  }

  private void open(ColumnMetaData next) {
    chunk = next;
    dictionary = null;
    at = ParquetLayout.first(next);
    end = at + next.totalCompressedSize();
    values = next.numValues();
  }

  private void readPage(ColumnMetaData chunk) throws IOException {
    var rest = input.readRange(at, (int) Math.min(end - at, Integer.MAX_VALUE));
    var reader = new ThriftCompactReader(rest, 0);
    var header = PageHeaderReader.read(reader);
    int begin = reader.getBytesRead();
    if (header.compressedPageSize() > rest.remaining() - begin) {
      throw new EOFException(
          "a page of %d bytes exceeds its column".formatted(header.compressedPageSize()));
    }
    int length = begin + header.compressedPageSize();
    switch (header.type()) {
      case DICTIONARY_PAGE ->
          dictionary = dictionary(chunk, header, rest.slice(begin, length - begin));
      case DATA_PAGE, DATA_PAGE_V2 -> {
        requireValues(header);
        var decoder = new PageDecoder(chunk, column, codecs);
        page = decoder.decodePage(rest.slice(0, length), dictionary);
        values -= page.size();
      }
      // An index has no values.
      case INDEX_PAGE -> {}
    }
    at += length;
  }

  /** Refuses a page of more values than there are rows, before it takes memory for them. */
  private void requireValues(PageHeader header) throws IOException {
    int count =
        header.type() == PageType.DATA_PAGE
            ? header.dataPageHeader().numValues()
            : header.dataPageHeaderV2().numValues();
    if (count < 0 || count > values) {
      throw new IOException(
          "a page has %d values, but its column has only %d left".formatted(count, values));
    }
  }

  private Dictionary dictionary(ColumnMetaData chunk, PageHeader header, ByteBuffer packed)
      throws IOException {
    if (header.crc() != null) {
      var sum = new CRC32();
      sum.update(packed.duplicate());
      if ((int) sum.getValue() != header.crc()) {
        throw new IOException("the checksum of a dictionary does not match its header");
      }
    }
    var bytes =
        codecs.getDecompressor(chunk.codec()).decompress(packed, header.uncompressedPageSize());
    int count = header.dictionaryPageHeader().numValues();
    // No value is shorter than a byte.
    if (count < 0 || count > bytes.length) {
      throw new IOException(
          "a dictionary of %d bytes has %d values".formatted(bytes.length, count));
    }
    return Dictionary.parse(bytes, count, column.type(), column.typeLength());
  }

  /** {@return the current page} */
  Page page() {
    return Objects.requireNonNull(page);
  }
}
