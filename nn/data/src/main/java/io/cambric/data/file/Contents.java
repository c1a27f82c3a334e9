package io.cambric.data.file;

import io.cambric.errors.DataException;
import io.cambric.io.file.InputFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** The bytes of files, unpacked where they begin as gzip does. */
public final class Contents {

  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;
  private static final int BUFFER = 1 << 16;

  private Contents() {}

  /**
   * {@return the bytes of a file}
   *
   * @param kind what the file should be, with its article
   * @param limit the largest number of bytes, of the unpacked content
   * @throws DataException if the file cannot be read, is cut, or has more bytes
   */
  public static byte[] read(Path file, String kind, long limit) {
    return InputFile.read(
        file,
        kind,
        channel -> {
          var in = new BufferedInputStream(Channels.newInputStream(channel), BUFFER);
          return read(in, file.toString(), channel.size(), limit);
        });
  }

  /**
   * {@return the bytes of a content that is in memory}
   *
   * @param name of the content, for messages
   */
  public static byte[] unpack(byte[] content, String name, long limit) {
    try {
      return read(new ByteArrayInputStream(content), name, content.length, limit);
    } catch (IOException e) {
      throw new DataException(
          "%s cannot be unpacked: %s. Copy the file again.".formatted(name, e), e);
    }
  }

  private static byte[] read(InputStream in, String name, long size, long limit)
      throws IOException {
    in.mark(2);
    boolean packed = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
    in.reset();
    if (!packed) {
      return whole(in, name, size, limit);
    }
    try (var unpacked = new GZIPInputStream(in, BUFFER)) {
      return whole(unpacked, name, -1, limit);
    } catch (IOException e) {
      throw new DataException(
          "File %s needs whole gzip data, but unpacking failed: %s. Copy the file again."
              .formatted(name, e.getMessage()),
          e);
    }
  }

  private static byte[] whole(InputStream in, String name, long size, long limit)
      throws IOException {
    long most = Math.min(limit, Integer.MAX_VALUE - 8L);
    if (size > most) {
      throw tooLarge(name, size + " bytes", most);
    }
    // Memory grows with what is there, never with what a header promises.
    var bytes = in.readNBytes((int) most);
    if (in.read() >= 0) {
      throw tooLarge(name, "more", most);
    }
    return bytes;
  }

  private static DataException tooLarge(String name, String came, long limit) {
    return new DataException(
        "File %s needs a content of at most %d bytes, but has %s. Raise the limit if the file is meant."
            .formatted(name, limit, came));
  }
}
