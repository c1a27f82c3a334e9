package io.cambric.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Copies of bytes between the heap and a file, in large blocks: what readers and writers of files
 * are compared with.
 */
final class PlainCopy {

  private static final int BLOCK_BYTES = 1 << 23;

  private PlainCopy() {}

  /** Writes arrays one behind the other, and forces them to the disk. */
  static void write(Path file, byte[][] arrays) throws IOException {
    try (var channel =
        FileChannel.open(
            file,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      for (byte[] array : arrays) {
        for (int done = 0; done < array.length; ) {
          int some = Math.min(BLOCK_BYTES, array.length - done);
          done += channel.write(ByteBuffer.wrap(array, done, some));
        }
      }
      channel.force(true);
    }
  }

  /** {@return new arrays of a size, filled with the first bytes of a file} */
  static byte[][] read(Path file, int count, int size) throws IOException {
    var arrays = new byte[count][];
    try (var channel = FileChannel.open(file)) {
      for (int i = 0; i < count; i++) {
        arrays[i] = new byte[size];
        for (int done = 0; done < size; ) {
          int some = Math.min(BLOCK_BYTES, size - done);
          int read = channel.read(ByteBuffer.wrap(arrays[i], done, some));
          if (read < 0) {
            throw new EOFException(file + " became shorter while it was read");
          }
          done += read;
        }
      }
    }
    return arrays;
  }
}
