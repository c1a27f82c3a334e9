package io.cambric.frameworks.orbax;

import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** The place of a value, in memory or in a file. */
sealed interface ValuePlace {

  /** The files, with the article of their kind. */
  String KIND = "a part of a checkpoint of Orbax";

  /** {@return the bytes of the value} */
  byte[] read();

  /**
   * A value in memory.
   *
   * @param bytes of the value
   */
  record Inline(byte[] bytes) implements ValuePlace {

    @Override
    public byte[] read() {
      return bytes;
    }
  }

  /**
   * A whole file.
   *
   * @param file with the value
   */
  record WholeFile(Path file) implements ValuePlace {

    @Override
    public byte[] read() {
      return InputFile.read(file, KIND, channel -> bytes(file, channel, 0, channel.size()));
    }
  }

  /**
   * A part of a file.
   *
   * @param file with the value
   * @param offset of the first byte
   * @param length in bytes
   */
  record InFile(Path file, long offset, long length) implements ValuePlace {

    @Override
    public byte[] read() {
      return InputFile.read(file, KIND, channel -> bytes(file, channel, offset, length));
    }
  }

  private static byte[] bytes(Path file, FileChannel channel, long offset, long length)
      throws IOException {
    long size = channel.size();
    if (offset < 0 || length < 0 || offset > size || length > size - offset) {
      throw new DataException(
          "File %s cannot be read as %s: %s bytes at byte %s are needed, but it has %d. Fetch or write it again."
              .formatted(
                  file, KIND, Long.toUnsignedString(length), Long.toUnsignedString(offset), size));
    }
    if (length > Integer.MAX_VALUE - 8) {
      throw new DataException(
          "File %s cannot be read as %s: %d bytes of a value are too many for a Java array. Save it again with smaller chunks."
              .formatted(file, KIND, length));
    }
    var bytes = ByteBuffer.allocate((int) length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, offset + bytes.position()) < 0) {
        throw new IOException("the file was truncated while in use");
      }
    }
    return bytes.array();
  }
}
