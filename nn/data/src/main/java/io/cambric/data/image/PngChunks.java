package io.cambric.data.image;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The consecutive chunks of a PNG file. */
final class PngChunks {

  private static final long MAGIC = 0x89504e470d0a1a0aL;

  private PngChunks() {}

  /** {@return whether a content begins as a PNG file does} */
  static boolean isPng(byte[] content) {
    return content.length >= Long.BYTES && ByteBuffer.wrap(content).getLong() == MAGIC;
  }

  /**
   * {@return the data of the first chunk of a name; null if there is none, or the chunks before it
   * are damaged}
   *
   * @param content of a PNG file
   * @param name its four letters as a number
   */
  static @Nullable ByteBuffer find(byte[] content, int name) {
    var bytes = ByteBuffer.wrap(content).position(Long.BYTES);
    // After its length and name, a chunk has data and a checksum of four bytes.
    while (bytes.remaining() >= 3 * Integer.BYTES) {
      int length = bytes.getInt();
      int found = bytes.getInt();
      if (length < 0 || length > bytes.remaining() - Integer.BYTES) {
        return null;
      }
      if (found == name) {
        return bytes.slice(bytes.position(), length);
      }
      bytes.position(bytes.position() + length + Integer.BYTES);
    }
    return null;
  }
}
