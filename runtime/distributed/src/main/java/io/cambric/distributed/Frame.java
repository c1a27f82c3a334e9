package io.cambric.distributed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A message between authenticated processes: a header of fixed length, a text and bytes.
 *
 * @param kind the meaning of the frame
 * @param meeting the number of the collective that it belongs to, counted by each process
 * @param text the collective, or the reason of an end
 * @param payload elements
 */
record Frame(Kind kind, long meeting, String text, ByteBuffer payload) {

  static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  /** The maximum of element bytes in a frame: a bucket. */
  static final int BUCKET_BYTES = 1 << 20;

  static final int HEADER_BYTES = 1 + Long.BYTES + 2 * Integer.BYTES;

  private static final int MAX_TEXT_BYTES = 1 << 14;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** The meaning of a frame. */
  enum Kind {
    /** Elements of an operand or a result of a collective. */
    DATA,
    /** A heartbeat, which shows that an otherwise silent process is alive. */
    BEAT,
    /** The sender has failed or left after a failure; the text is the reason. */
    ABORT,
    /** The sender has left the group in order. */
    LEAVE
  }

  /** The first bytes: the meaning, and the lengths of the rest. */
  record Header(Kind kind, long meeting, int textBytes, int payloadBytes) {

    /**
     * {@return the header in these bytes}
     *
     * @throws IOException if they are not a header
     */
    static Header of(ByteBuffer bytes) throws IOException {
      int kind = bytes.get();
      long meeting = bytes.getLong();
      int text = bytes.getInt();
      int payload = bytes.getInt();
      if (kind < 0
          || kind >= Kind.values().length
          || text < 0
          || text > MAX_TEXT_BYTES
          || payload < 0
          || payload > BUCKET_BYTES) {
        throw new IOException("bytes that are no frame came");
      }
      return new Header(Kind.values()[kind], meeting, text, payload);
    }

    Frame frame(ByteBuffer text, ByteBuffer payload) {
      return new Frame(kind, meeting, StandardCharsets.UTF_8.decode(text).toString(), payload);
    }
  }

  static Frame of(Kind kind, String text) {
    return new Frame(kind, 0, text, NOTHING);
  }

  ByteBuffer header() {
    return ByteBuffer.allocate(HEADER_BYTES)
        .order(ORDER)
        .put((byte) kind.ordinal())
        .putLong(meeting)
        .putInt(textBytes().remaining())
        .putInt(payload.remaining())
        .flip();
  }

  ByteBuffer textBytes() {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, MAX_TEXT_BYTES));
  }
}
