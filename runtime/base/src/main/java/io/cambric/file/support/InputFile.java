package io.cambric.file.support;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens files for readers, which get regular files alone. */
public final class InputFile {

  private InputFile() {}

  /**
   * A function of an open file.
   *
   * @param <T> the result
   */
  @FunctionalInterface
  public interface Reader<T extends @Nullable Object> {

    /**
     * {@return the result}
     *
     * @param file open for reading, at its beginning; closed afterwards
     * @throws IOException if the system cannot read it
     */
    T read(FileChannel file) throws IOException;
  }

  /**
   * {@return what a reader makes of a file}
   *
   * @param kind what the file should be, with its article, as in {@code "a safetensors file"}
   * @throws DataException if the file is missing, no regular file, or cannot be read
   */
  public static <T extends @Nullable Object> T read(Path file, String kind, Reader<T> reader) {
    // Opening a pipe waits for its writer, and a device has no end.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new DataException(
          "Reading %s needs a regular file, but %s is a folder, a pipe or a device. Copy its content to a regular file."
              .formatted(kind, file));
    }
    try (var channel = FileChannel.open(file)) {
      return reader.read(channel);
    } catch (IOException e) {
      throw new DataException(
          "File %s cannot be read: %s. Check that it exists and is %s.".formatted(file, e, kind),
          e);
    }
  }
}
