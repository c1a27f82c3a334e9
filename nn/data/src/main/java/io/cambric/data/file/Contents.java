package io.cambric.data.file;

import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.UnpackLimit;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** The bytes of files, unpacked if they begin with the header of gzip. */
public final class Contents {

  /** The most bytes that fit into an array. */
  public static final long MAX_BYTES = Integer.MAX_VALUE - 8L;

  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;
  private static final int BUFFER = 1 << 16;

  private Contents() {}

  /**
   * A function of a content.
   *
   * @param <T> the result
   */
  @FunctionalInterface
  public interface Reader<T> {

    /**
     * {@return the result}
     *
     * @param content at its beginning, unpacked; closed afterwards
     * @param most upper bound of the number of bytes
     * @throws IOException if the content cannot be read
     */
    T read(InputStream content, long most) throws IOException;
  }

  /**
   * {@return the result of a function of a file's content}
   *
   * @param kind what the file should be, with its article
   * @param limit for the content; a limit chosen by the caller also applies to plain files
   * @throws DataException if the file cannot be read, is cut, or has more bytes
   */
  public static <T> T read(Path file, String kind, UnpackLimit limit, Reader<T> reader) {
    return InputFile.read(
        file,
        kind,
        channel -> {
          var in = new BufferedInputStream(Channels.newInputStream(channel), BUFFER);
          return read(in, file.toString(), channel.size(), limit, reader);
        });
  }

  /**
   * {@return the result of a function of a content in memory}
   *
   * @param name of the content, for messages
   * @throws DataException as {@link #read(Path, String, UnpackLimit, Reader)}
   */
  public static <T> T read(byte[] content, String name, UnpackLimit limit, Reader<T> reader) {
    try {
      return read(new ByteArrayInputStream(content), name, content.length, limit, reader);
    } catch (IOException e) {
      throw new DataException(
          "%s cannot be unpacked: %s. Copy the file again.".formatted(name, e), e);
    }
  }

  private static <T> T read(
      InputStream in, String name, long size, UnpackLimit limit, Reader<T> reader)
      throws IOException {
    in.mark(2);
    boolean packed = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
    in.reset();
    var place = "File " + name;
    if (!packed) {
      long most = limit.isChosen() ? limit.chosen() : MAX_BYTES;
      if (size > most) {
        throw new DataException(
            "%s must have at most %d bytes of content, but has %d. If this is intended, raise the limit: %s."
                .formatted(place, most, size, limit.option()));
      }
      return reader.read(in, size);
    }
    long most = Math.min(limit.bytes(size), UnpackLimit.possible(size));
    try (var unpacked = limit.bounded(new GZIPInputStream(in, BUFFER), place, size)) {
      return reader.read(unpacked, most);
    } catch (IOException e) {
      throw new DataException(
          "%s needs complete gzip data, but unpacking failed: %s. Copy the file again."
              .formatted(place, e.getMessage()),
          e);
    }
  }
}
