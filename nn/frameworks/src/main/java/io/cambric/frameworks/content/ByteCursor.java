package io.cambric.frameworks.content;

import io.cambric.errors.DataException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.Function;

/** A position in bytes of a file, which no read moves beyond their end; mutable, for one thread. */
public final class ByteCursor {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment bytes;
  private final String what;
  private final Function<String, DataException> malformed;
  private long at;

  /**
   * At the first byte.
   *
   * @param what the bytes are, as the subject of messages
   * @param malformed gives the exception for a message
   */
  public ByteCursor(MemorySegment bytes, String what, Function<String, DataException> malformed) {
    this.bytes = bytes;
    this.what = what;
    this.malformed = malformed;
  }

  /** {@return the number of bytes before this position} */
  public long position() {
    return at;
  }

  /** {@return the number of bytes from this position on} */
  public long remaining() {
    return bytes.byteSize() - at;
  }

  /** {@return the exception for these bytes} */
  public DataException malformed(String message, Object... values) {
    return malformed.apply(what + " " + message.formatted(values));
  }

  /** {@return the next bytes, not copied} */
  public MemorySegment bytes(long count) {
    if (count < 0 || count > remaining()) {
      throw malformed(
          "needs %s bytes from byte %d on, but has %d",
          Long.toUnsignedString(count), at, remaining());
    }
    at += count;
    return bytes.asSlice(at - count, count);
  }

  /** {@return the next byte, without a sign} */
  public int uint8() {
    return bytes(1).get(ValueLayout.JAVA_BYTE, 0) & 0xff;
  }

  /** {@return the next four bytes, the lowest first} */
  public int int32() {
    return bytes(Integer.BYTES).get(INT, 0);
  }

  /** {@return the number in the next bytes, which are seven bits each, the lowest first} */
  public long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = uint8();
      if (shift == 63 && next > 1) {
        break;
      }
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw malformed("has a varint of more than 64 bits before byte %d", at);
  }

  /**
   * {@return a varint that counts things of at least one byte in these bytes, so it is no larger
   * than their number}
   */
  public int count() {
    long count = varint();
    if (count < 0 || count > Math.min(bytes.byteSize(), Integer.MAX_VALUE)) {
      throw malformed(
          "has the count %s before byte %d, but %d bytes in all",
          Long.toUnsignedString(count), at, bytes.byteSize());
    }
    return (int) count;
  }
}
