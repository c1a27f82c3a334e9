package io.cambric.serialization;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The reading position in encoded bytes, with a limit; mutable, for one thread. Numbers are
 * big-endian, as in msgpack.
 */
final class MsgpackInput {

  private final String name;
  private final ByteSource source;
  private ByteBuffer window = ByteBuffer.allocate(0);

  /** The position of the window. */
  private long start;

  private long limit;

  /**
   * Begins at the first byte.
   *
   * @param name of the file, for messages
   */
  MsgpackInput(String name, ByteSource source) throws IOException {
    this.name = name;
    this.source = source;
    this.limit = source.size();
  }

  long position() {
    return start + window.position();
  }

  /** {@return the number of bytes up to the limit} */
  long left() {
    return limit - position();
  }

  /** {@return the previous limit} */
  long limit(long other) {
    long before = limit;
    limit = other;
    return before;
  }

  /**
   * Skips bytes without reading them.
   *
   * @throws DataException if they exceed the limit
   */
  void skip(long count) {
    requireLeft(count);
    long to = position() + count;
    if (to - start <= window.limit()) {
      window.position((int) (to - start));
    } else {
      window.position(window.limit());
      start = to - window.limit();
    }
  }

  int u8() throws IOException {
    return Byte.toUnsignedInt(next(1).get());
  }

  int i8() throws IOException {
    return next(1).get();
  }

  int u16() throws IOException {
    return Short.toUnsignedInt(next(Short.BYTES).getShort());
  }

  int i16() throws IOException {
    return next(Short.BYTES).getShort();
  }

  long u32() throws IOException {
    return Integer.toUnsignedLong(next(Integer.BYTES).getInt());
  }

  int i32() throws IOException {
    return next(Integer.BYTES).getInt();
  }

  long i64() throws IOException {
    return next(Long.BYTES).getLong();
  }

  /**
   * {@return bytes, copied}
   *
   * @throws DataException before anything is allocated, if they exceed the limit
   */
  byte[] bytes(long count) throws IOException {
    requireLeft(count);
    if (count > Integer.MAX_VALUE - Long.BYTES) {
      throw malformed(
          "a string or binary value has %d bytes, more than a Java array holds".formatted(count));
    }
    var bytes = new byte[(int) count];
    for (int done = 0; done < bytes.length; ) {
      if (!window.hasRemaining()) {
        fill(1);
      }
      int some = Math.min(window.remaining(), bytes.length - done);
      window.get(bytes, done, some);
      done += some;
    }
    return bytes;
  }

  /** {@return the window with at least this number of bytes left} */
  private ByteBuffer next(int count) throws IOException {
    requireLeft(count);
    if (window.remaining() < count) {
      fill(count);
    }
    return window;
  }

  private void fill(int least) throws IOException {
    start = position();
    window = source.read(start, source.window());
    if (window.remaining() < least) {
      throw malformed("it was truncated while it was read");
    }
  }

  void requireLeft(long count) {
    if (count > left()) {
      throw malformed(
          "a value at byte %d needs %d more bytes, but %d are left"
              .formatted(position(), count, left()));
    }
  }

  DataException malformed(String what) {
    return malformed(name, what);
  }

  static DataException malformed(String name, String what) {
    return new DataException(
        "%s is not msgpack as Flax writes it: %s. Fetch or write it again.".formatted(name, what));
  }
}
