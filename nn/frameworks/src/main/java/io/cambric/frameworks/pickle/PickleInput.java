package io.cambric.frameworks.pickle;

import io.cambric.errors.DataException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** The bytes of pickles, read in order. Mutable, for one thread. */
public final class PickleInput {

  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  /** Names of modules and classes are shorter. */
  private static final int MAX_LINE = 1_000;

  private final MemorySegment bytes;
  private final Function<String, DataException> malformed;
  private long position;

  /**
   * Begins at the first byte.
   *
   * @param malformed makes the exception for a mistake in the bytes
   */
  public PickleInput(MemorySegment bytes, Function<String, DataException> malformed) {
    this.bytes = bytes;
    this.malformed = malformed;
  }

  /** {@return the position of the next byte} */
  public long position() {
    return position;
  }

  /** {@return the number of bytes after the position} */
  public long remaining() {
    return bytes.byteSize() - position;
  }

  /** {@return the exception for a mistake before the position} */
  public DataException malformed(String what) {
    return malformed.apply("%s, before byte %d of its pickle".formatted(what, position));
  }

  /** {@return the position of the next {@code count} bytes, which are there} */
  private long take(long count, String what) {
    if (count < 0 || count > remaining()) {
      throw malformed(
          "%s needs %s bytes, but %d follow"
              .formatted(what, Long.toUnsignedString(count), remaining()));
    }
    long at = position;
    position += count;
    return at;
  }

  int unsignedByte() {
    return Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, take(1, "the next value")));
  }

  int unsignedShort() {
    long at = take(Short.BYTES, "a number");
    return Short.toUnsignedInt(bytes.get(SHORT.withOrder(ByteOrder.LITTLE_ENDIAN), at));
  }

  int int32() {
    return bytes.get(INT.withOrder(ByteOrder.LITTLE_ENDIAN), take(Integer.BYTES, "a number"));
  }

  long unsignedInt() {
    return Integer.toUnsignedLong(int32());
  }

  /** {@return the next number of 64 bits, lowest byte first} */
  public long int64() {
    return bytes.get(LONG.withOrder(ByteOrder.LITTLE_ENDIAN), take(Long.BYTES, "a number"));
  }

  double float64() {
    var layout = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    return bytes.get(layout, take(Double.BYTES, "a number"));
  }

  /** {@return a whole number of a length in bytes, lowest byte first} */
  BigInteger integer(int length) {
    byte[] number = bytes(length, "a whole number");
    for (int i = 0, j = length - 1; i < j; i++, j--) {
      byte swapped = number[i];
      number[i] = number[j];
      number[j] = swapped;
    }
    return length == 0 ? BigInteger.ZERO : new BigInteger(number);
  }

  byte[] bytes(long length, String what) {
    long at = take(length, what);
    if (length > Integer.MAX_VALUE - Long.BYTES) {
      throw malformed("%s of %d bytes is longer than a Java array".formatted(what, length));
    }
    return bytes.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
  }

  String text(long length) {
    return decode(bytes(length, "a text"));
  }

  private String decode(byte[] utf8) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw malformed("a text is not UTF-8");
    }
  }

  /** {@return the text up to the next line end, which is read too} */
  String line() {
    long limit = Math.min(remaining(), MAX_LINE);
    for (long length = 0; length < limit; length++) {
      if (bytes.get(ValueLayout.JAVA_BYTE, position + length) == '\n') {
        var text = text(length);
        position++;
        return text;
      }
    }
    throw malformed("the name of a module or class does not end");
  }

  /** Skips bytes. */
  public void skip(long count, String what) {
    take(count, what);
  }
}
