package io.cambric.data.table;

import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import io.cambric.errors.DataException;
import io.cambric.errors.HeapExhaustedException;
import io.cambric.io.file.UnpackLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A Parquet file that is open; mutable. Failures of the library become ours, with the file. */
final class OpenParquet implements AutoCloseable {

  private final String name;
  private final ParquetInput input;
  private final UnpackLimit limit;
  private final ParquetFileReader reader;

  OpenParquet(ParquetSource source) {
    this.name = source.name();
    var file = source.file();
    this.input =
        new ParquetInput(
            file == null ? InputFile.of(source.content().duplicate()) : InputFile.of(file));
    this.limit = source.limit();
    this.reader = call(() -> open(source));
  }

  /** A file, or a content in memory. */
  record ParquetSource(@Nullable Path file, ByteBuffer content, String label, UnpackLimit limit) {

    String name() {
      return file == null ? label : "File " + file;
    }
  }

  private ParquetFileReader open(ParquetSource source) {
    var file = source.file();
    // Opening a pipe waits for its writer, and a device has no end.
    if (file != null && Files.exists(file) && !Files.isRegularFile(file)) {
      throw new DataException(
          "%s needs to be a regular file, but it is a folder, a pipe or a device. Copy its content to a file."
              .formatted(name));
    }
    try {
      var opened = ParquetFileReader.open(input);
      long size = file == null ? source.content().remaining() : Files.size(file);
      ParquetLayout.check(opened.getFileMetaData(), size, name);
      return opened;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  String name() {
    return name;
  }

  ParquetFileReader reader() {
    return reader;
  }

  /**
   * Refuses to read columns that unpack to more than the limit.
   *
   * @param places of the columns
   */
  void requireBounded(Collection<Integer> places) {
    call(() -> {
      try {
        ParquetPages.check(input, reader.getFileMetaData(), places, name, limit);
        return null;
      } catch (IOException e) {
        throw failure(e);
      }
    });
  }

  /** {@return the names of the columns, which are flat} */
  List<String> columns() {
    var schema = reader.getFileSchema();
    if (!schema.isFlatSchema()) {
      throw new DataException(
          "%s needs columns of single values, but has lists, maps or groups. Write the columns to train with as a flat table."
              .formatted(name));
    }
    return schema.getColumns().stream().map(column -> column.name()).toList();
  }

  /** {@return what a call of the library gives} */
  <T extends @Nullable Object> T call(Supplier<T> call) {
    try {
      return call.get();
    } catch (DataException e) {
      throw e;
    } catch (RuntimeException | NoClassDefFoundError e) {
      throw failure(e);
    } catch (OutOfMemoryError e) {
      throw new HeapExhaustedException(
          "%s needs more memory to be read than the Java heap has. Raise the maximum of the heap, as in java -Xmx8g, or read it as records or in fewer columns at once."
              .formatted(name),
          e);
    }
  }

  private DataException failure(Throwable cause) {
    return new DataException(
        "%s needs to be a whole Parquet file, uncompressed or packed with gzip, but: %s. Check it, or add the library of its codec."
            .formatted(name, cause),
        cause);
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw failure(e);
    }
  }
}
