package io.cambric.distributed;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A message between processes that know each other: a header of fixed length, a text and bytes.
 *
 * @param kind what it means
 * @param meeting the number of the collective that it belongs to, counted by each process
 * @param text the collective, or the reason of an end
 * @param payload elements
 */
record Frame(Kind kind, long meeting, String text, ByteBuffer payload) {

  static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  /** The most bytes of elements in a frame: a bucket. */
  static final int BUCKET_BYTES = 1 << 20;

  private static final int HEADER_BYTES = 1 + Long.BYTES + 2 * Integer.BYTES;

  private static final int MAX_TEXT_BYTES = 1 << 14;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** The meaning of a frame. */
  enum Kind {
    /** Elements of an operand or a result of a collective. */
    DATA,
    /** A sign of life. */
    BEAT,
    /** The sender has failed or given the group up; the text is why. */
    ABORT,
    /** The sender has left the group in order. */
    LEAVE
  }

  static Frame of(Kind kind, String text) {
    return new Frame(kind, 0, text, NOTHING);
  }

  /** Writes this, the payload without another copy: {@return the bytes of the whole} */
  long write(SocketChannel channel) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MAX_TEXT_BYTES);
    var header =
        ByteBuffer.allocate(HEADER_BYTES + length)
            .order(ORDER)
            .put((byte) kind.ordinal())
            .putLong(meeting)
            .putInt(length)
            .putInt(payload.remaining())
            .put(bytes, 0, length)
            .flip();
    var parts = new ByteBuffer[] {header, payload};
    long whole = (long) header.remaining() + payload.remaining();
    while (parts[0].hasRemaining() || parts[1].hasRemaining()) {
      channel.write(parts);
    }
    return whole;
  }

  /**
   * Reads one.
   *
   * @param buckets for its elements, which go back there after use
   * @throws EOFException if the channel ends before or in it
   * @throws IOException if it is none
   */
  static Frame read(SocketChannel channel, Buckets buckets) throws IOException {
    var header = filled(channel, buckets.take(HEADER_BYTES));
    int kind = header.get();
    long meeting = header.getLong();
    int text = header.getInt();
    int payload = header.getInt();
    if (kind < 0
        || kind >= Kind.values().length
        || text < 0
        || text > MAX_TEXT_BYTES
        || payload < 0
        || payload > BUCKET_BYTES) {
      throw new IOException("bytes that are no frame came");
    }
    var decoded = StandardCharsets.UTF_8.decode(filled(channel, buckets.take(text))).toString();
    return new Frame(Kind.values()[kind], meeting, decoded, filled(channel, buckets.take(payload)));
  }

  private static ByteBuffer filled(SocketChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the connection ended");
      }
    }
    return buffer.flip();
  }
}
