package io.cambric.serialization;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Bytes that are read at any position; mutable, for one thread. */
interface ByteSource {

  /** {@return the number of bytes} */
  long size() throws IOException;

  /** {@return the number of bytes to read at once for headers} */
  int window();

  /** {@return the maximum of bytes in one {@link #read}} */
  int most();

  /**
   * {@return the bytes from a position on, valid until the next call; fewer only if the source ends
   * before}
   *
   * @param count at most {@link #most}
   */
  ByteBuffer read(long position, int count) throws IOException;

  /** Bytes in memory, which are not copied. */
  record OfBytes(ByteBuffer all) implements ByteSource {

    @Override
    public long size() {
      return all.limit();
    }

    @Override
    public int window() {
      return all.limit();
    }

    @Override
    public int most() {
      return all.limit();
    }

    @Override
    public ByteBuffer read(long position, int count) {
      return all.slice((int) position, Math.min(count, all.limit() - (int) position));
    }
  }

  /** A file, read block by block. */
  final class OfFile implements ByteSource {

    /** Small enough for a cache, together with the copied elements. */
    private static final int BLOCK_BYTES = 1 << 18;

    /** A few headers; the elements of arrays are skipped. */
    private static final int WINDOW_BYTES = 1 << 13;

    private final FileChannel file;

    /** Off-heap memory, since a channel copies from there into heap buffers. */
    private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);

    OfFile(FileChannel file) {
      this.file = file;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public int window() {
      return WINDOW_BYTES;
    }

    @Override
    public int most() {
      return BLOCK_BYTES;
    }

    @Override
    public ByteBuffer read(long position, int count) throws IOException {
      block.clear().limit(count);
      while (block.hasRemaining()) {
        if (file.read(block, position + block.position()) < 0) {
          break;
        }
      }
      return block.flip().slice();
    }
  }
}
