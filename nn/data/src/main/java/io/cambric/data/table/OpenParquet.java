package io.cambric.data.table;

import dev.hardwood.InputFile;
import dev.hardwood.internal.reader.ParquetMetadataReader;
import dev.hardwood.metadata.ColumnMetaData;
import dev.hardwood.metadata.CompressionCodec;
import dev.hardwood.metadata.FileMetaData;
import dev.hardwood.schema.FileSchema;
import io.cambric.data.table.codec.PageCodec;
import io.cambric.errors.DataException;
import io.cambric.errors.HeapExhaustedException;
import io.cambric.file.support.Quoted;
import io.cambric.file.support.UnpackLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Parquet file that is open; mutable. Failures of the library become ours, with the file. */
final class OpenParquet implements AutoCloseable {

  private final String name;
  private final InputFile input;
  private final FileMetaData footer;
  private final FileSchema schema;
  private final List<ParquetField> fields;
  private final UnpackLimit limit;

  OpenParquet(ParquetSource source) {
    this.name = source.name();
    this.limit = source.limit();
    this.input = call(() -> open(source));
    try {
      this.footer = call(() -> ParquetMetadataReader.readMetadata(input));
      this.schema = call(() -> FileSchema.fromSchemaElements(footer.schema()));
      this.fields = call(() -> ParquetField.of(schema));
      call(() -> {
        ParquetLayout.check(footer, schema.getColumnCount(), source.size(), name);
        return null;
      });
    } catch (DataException e) {
      close();
      throw e;
    }
  }

  /** A file, or a content in memory. */
  record ParquetSource(@Nullable Path file, ByteBuffer content, String label, UnpackLimit limit) {

    String name() {
      return file == null ? label : "File " + file;
    }

    private long size() throws IOException {
      return file == null ? content.remaining() : Files.size(file);
    }
  }

  /** A call of the library. */
  interface Call<T extends @Nullable Object> {
    T get() throws IOException;
  }

  private InputFile open(ParquetSource source) throws IOException {
    var file = source.file();
    // Opening a pipe waits for its writer, and a device has no end.
    if (file != null && Files.exists(file) && !Files.isRegularFile(file)) {
      throw new DataException(
          "%s must be a regular file, but is a folder, a pipe or a device. Copy its content to a file."
              .formatted(name));
    }
    var opened =
        new ParquetInput(
            file == null ? InputFile.of(source.content().duplicate()) : InputFile.of(file));
    opened.open();
    return opened;
  }

  String name() {
    return name;
  }

  /** {@return the number of rows according to its footer} */
  long rows() {
    return footer.numRows();
  }

  /** {@return the names of the columns} */
  List<String> columns() {
    return fields.stream().map(ParquetField::name).toList();
  }

  /**
   * {@return a column, which is flat}
   *
   * @param place the index among the columns
   */
  ParquetField flat(int place) {
    var field = fields.get(place);
    if (field.type() == null) {
      throw new DataException(
          "%s needs plain values in column %s, but it has the nested type %s. Write its parts as separate columns."
              .formatted(name, Quoted.of(field.name()), field.form()));
    }
    return field;
  }

  /** Refuses columns that together unpack to more than the limit. */
  void requireBounded(List<ParquetField> read) {
    var leaves = read.stream().map(ParquetField::leaf).toList();
    call(() -> {
      ParquetPages.check(input, footer, leaves, name, limit);
      return null;
    });
  }

  /** {@return the pages of a flat column} */
  ColumnPages pages(ParquetField field) {
    // A table without rows has a group without pages.
    var groups = footer.rowGroups().stream().filter(group -> group.numRows() > 0).toList();
    var chunks = new ArrayList<ColumnMetaData>();
    for (var group : groups) {
      var chunk = group.columns().get(field.leaf()).metaData();
      requireCodec(field, chunk.codec());
      if (chunk.numValues() != group.numRows()) {
        throw new DataException(
            "%s needs %d values of column %s, one for each row of the group, but has %d. Write the file again."
                .formatted(name, group.numRows(), Quoted.of(field.name()), chunk.numValues()));
      }
      chunks.add(chunk);
    }
    return new ColumnPages(input, schema.getColumn(field.leaf()), chunks.iterator());
  }

  private void requireCodec(ParquetField field, CompressionCodec codec) {
    if (PageCodec.of(codec.name()).isEmpty()) {
      throw new DataException(
          "%s, column %s must be compressed with one of %s, but is compressed with %s. Write it with another compression."
              .formatted(
                  name, Quoted.of(field.name()), Arrays.toString(PageCodec.values()), codec));
    }
  }

  /** {@return the result of a library call} */
  <T extends @Nullable Object> T call(Call<T> call) {
    try {
      return call.get();
    } catch (DataException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new DataException(
          "%s is not a complete Parquet file: %s. Write it again.".formatted(name, e), e);
    } catch (OutOfMemoryError e) {
      throw new HeapExhaustedException(
          "Reading %s needs more memory than the Java heap has. Raise the maximum of the heap, as in java -Xmx8g, or read records or fewer columns at once."
              .formatted(name),
          e);
    }
  }

  @Override
  public void close() {
    call(() -> {
      input.close();
      return null;
    });
  }
}
