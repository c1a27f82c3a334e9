package io.cambric.data.file;

import io.cambric.errors.DataException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A content that can be opened again and again. */
public interface ContentSource {

  /** {@return the name for messages} */
  String name();

  /**
   * {@return the bytes from the beginning}
   *
   * @throws DataException if there is no regular file that can be read
   */
  InputStream open();

  /** {@return a file} */
  static ContentSource of(Path file) {
    return new OfFile(file);
  }

  /** {@return a content in memory, which must not be written any more} */
  static ContentSource of(byte[] content, String name) {
    return new OfBytes(content, name);
  }

  /** {@return the failure of reading a source} */
  static DataException failure(String name, IOException cause) {
    return new DataException(
        "%s cannot be read: %s. Check that it is complete and readable.".formatted(name, cause),
        cause);
  }

  /** A file. */
  record OfFile(Path file) implements ContentSource {

    @Override
    public String name() {
      return "File " + file;
    }

    @Override
    public InputStream open() {
      // Opening a pipe waits for its writer, and a device has no end.
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new DataException(
            "%s must be a regular file, but is a folder, a pipe or a device. Copy its content to a file."
                .formatted(name()));
      }
      try {
        return Files.newInputStream(file);
      } catch (NoSuchFileException e) {
        throw new DataException("There is no file %s. Check its path.".formatted(file), e);
      } catch (IOException e) {
        throw failure(name(), e);
      }
    }
  }

  /** Bytes in memory. */
  final class OfBytes implements ContentSource {

    private final byte[] content;
    private final String label;

    private OfBytes(byte[] content, String label) {
      this.content = content;
      this.label = label;
    }

    @Override
    public String name() {
      return label;
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(content);
    }
  }
}
