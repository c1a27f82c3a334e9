package io.cambric.serialization;

import io.cambric.array.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The receiver of encoded bytes; mutable, for one thread. */
interface ByteSink {

  /**
   * {@return a big-endian buffer for exactly the next given number of bytes}
   *
   * @param bytes a few, such as the bytes of a header
   */
  ByteBuffer room(int bytes) throws IOException;

  /** Adds elements, little-endian. */
  void elements(Buffer from, int at, int count) throws IOException;

  /** Adds bytes, up to the limit of the buffer, whose position may move. */
  void bytes(ByteBuffer data) throws IOException;

  /** Only counts the bytes, so that an array of the right length can be allocated. */
  final class Counting implements ByteSink {

    private static final int MOST = 64;

    private final ByteBuffer scratch = ByteBuffer.allocate(MOST);
    private long count;

    long count() {
      return count;
    }

    @Override
    public ByteBuffer room(int bytes) {
      count += bytes;
      return scratch.clear();
    }

    @Override
    public void elements(Buffer from, int at, int number) {
      count += (long) number * from.dtype().bytes();
    }

    @Override
    public void bytes(ByteBuffer data) {
      count += data.remaining();
    }
  }
}
