package io.cambric.io.protobuf;

import io.cambric.errors.DataException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.DoubleConsumer;
import java.util.function.LongConsumer;

/**
 * Reads the fields of one message, one after the other; mutable, for one thread.
 *
 * <p>Nothing is copied or allocated except for requested strings. Fields that are not requested are
 * skipped. A field in another form than requested is refused, and so are groups.
 *
 * {@snippet :
 * while (reader.next()) {
 *   switch (reader.field()) {
 *     case 1 -> version = reader.varint();
 *     case 2 -> names.add(reader.string());
 *     default -> {}
 *   }
 * }
 * }
 */
public final class ProtoReader {

  /** The maximum depth of nested messages, as in the reference implementation. */
  public static final int MAX_DEPTH = 100;

  private static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final ProtoSource source;
  private final long end;
  private final int depth;
  private long at;

  /**
   * The current field: its tag, and its number or the bytes from {@code begin} up to {@code at}.
   */
  private long tagAt;

  private int field;
  private WireType form = WireType.VARINT;
  private long number;
  private long begin;

  ProtoReader(ProtoSource source, long begin, long end, int depth) {
    this.source = source;
    this.at = begin;
    this.end = end;
    this.depth = depth;
  }

  /**
   * Moves to the next field.
   *
   * @return false at the end of the message
   * @throws DataException if the bytes are not a field
   */
  public boolean next() {
    if (at == end) {
      return false;
    }
    tagAt = at;
    long tag = nextVarint();
    long fieldNumber = tag >>> WireType.BITS;
    if (fieldNumber == 0 || fieldNumber >= 1 << 29) {
      throw malformed("a field has the number %d, outside 1 to 2^29 - 1", fieldNumber);
    }
    field = (int) fieldNumber;
    int code = (int) tag & 7;
    var type = WireType.of(code);
    if (type == null) {
      throw malformed("field %d has the wire type %d, which protobuf does not define", field, code);
    }
    form = type;
    begin = at;
    switch (type) {
      case VARINT -> number = nextVarint();
      case FIXED32 -> {
        at = advanced(Integer.BYTES);
        number = source.bytes().get(INT, begin);
      }
      case FIXED64 -> {
        at = advanced(Long.BYTES);
        number = source.bytes().get(LONG, begin);
      }
      case DELIMITED -> {
        long length = nextVarint();
        begin = at;
        at = advanced(length);
      }
    }
    return true;
  }

  /** {@return the number of the current field} */
  public int field() {
    return field;
  }

  /**
   * {@return the value of an int64, uint64, bool or enum, or of an int32 with its sign extended}
   */
  public long varint() {
    require(WireType.VARINT);
    return number;
  }

  /** {@return the value of an int32 or enum, the low bits if there are more} */
  public int int32() {
    return (int) varint();
  }

  /** {@return the value of a fixed32, the bits of a number without a sign} */
  public int fixed32() {
    require(WireType.FIXED32);
    return (int) number;
  }

  /** {@return the value of a float} */
  public float float32() {
    return Float.intBitsToFloat(fixed32());
  }

  /** {@return the value of a double} */
  public double float64() {
    require(WireType.FIXED64);
    return Double.longBitsToDouble(number);
  }

  /** {@return the bytes, not copied} */
  public MemorySegment bytes() {
    require(WireType.DELIMITED);
    return source.bytes().asSlice(begin, at - begin);
  }

  /**
   * {@return a copy of the bytes}
   *
   * @throws DataException if a Java array cannot hold them
   */
  public byte[] byteArray() {
    var bytes = bytes();
    if (bytes.byteSize() > MAX_ARRAY_BYTES) {
      throw malformed("field %d has %d bytes, which is too many", field, bytes.byteSize());
    }
    return bytes.toArray(ValueLayout.JAVA_BYTE);
  }

  /**
   * {@return the text}
   *
   * @throws DataException if it is not UTF-8
   */
  public String string() {
    var text = Utf8.decode(bytes());
    if (text == null) {
      throw malformed("the text of field %d is not UTF-8", field);
    }
    return text;
  }

  /**
   * {@return a reader of the message in the field}
   *
   * @throws DataException if messages are nested too deep
   */
  public ProtoReader message() {
    require(WireType.DELIMITED);
    if (depth == MAX_DEPTH) {
      throw malformed("field %d is a message nested in %d others, the maximum", field, depth);
    }
    return new ProtoReader(source, begin, at, depth + 1);
  }

  /** Passes on the values of a list of varints: one, or all of a packed field. */
  public void varints(LongConsumer sink) {
    if (form == WireType.VARINT) {
      sink.accept(number);
      return;
    }
    require(WireType.DELIMITED);
    var list = new ProtoReader(source, begin, at, depth);
    while (list.at < list.end) {
      list.tagAt = list.at;
      sink.accept(list.nextVarint());
    }
  }

  /** Passes on the values of a list of floats: one, or all of a packed field. */
  public void floats(DoubleConsumer sink) {
    if (form == WireType.FIXED32) {
      sink.accept(float32());
      return;
    }
    requirePacked(Float.BYTES);
    for (long i = begin; i < at; i += Float.BYTES) {
      sink.accept(Float.intBitsToFloat(source.bytes().get(INT, i)));
    }
  }

  /** Passes on the values of a list of doubles: one, or all of a packed field. */
  public void doubles(DoubleConsumer sink) {
    if (form == WireType.FIXED64) {
      sink.accept(float64());
      return;
    }
    requirePacked(Double.BYTES);
    for (long i = begin; i < at; i += Double.BYTES) {
      sink.accept(Double.longBitsToDouble(source.bytes().get(LONG, i)));
    }
  }

  /** {@return the bytes of a list of floats, little-endian: of one, or all of a packed field} */
  public MemorySegment floatBytes() {
    return listBytes(WireType.FIXED32, Float.BYTES);
  }

  /** {@return the bytes of a list of doubles, little-endian: of one, or all of a packed field} */
  public MemorySegment doubleBytes() {
    return listBytes(WireType.FIXED64, Double.BYTES);
  }

  /** {@return the error for the current field, with its offset} */
  public DataException malformed(String what, Object... values) {
    return source.malformed(tagAt, what.formatted(values));
  }

  private MemorySegment listBytes(WireType single, int width) {
    if (form != single) {
      requirePacked(width);
    }
    return source.bytes().asSlice(begin, at - begin);
  }

  private void requirePacked(int width) {
    require(WireType.DELIMITED);
    if ((at - begin) % width != 0) {
      throw malformed(
          "field %d has %d bytes, which is not a multiple of the %d bytes of its values",
          field, at - begin, width);
    }
  }

  private void require(WireType needed) {
    if (form != needed) {
      throw malformed("field %d needs %s, but got %s", field, needed.text(), form.text());
    }
  }

  /** {@return the position after some more bytes, given as an unsigned number} */
  private long advanced(long count) {
    if (count < 0 || count > end - at) {
      throw malformed(
          "field %d needs %s bytes, but its message has %d more",
          field, Long.toUnsignedString(count), end - at);
    }
    return at + count;
  }

  private long nextVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (at == end) {
        throw malformed("the message ends within a varint");
      }
      byte next = source.bytes().get(ValueLayout.JAVA_BYTE, at++);
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        if (shift == 63 && next > 1) {
          throw malformed("a varint has more than 64 bits");
        }
        return value;
      }
    }
    throw malformed("a varint has more than 10 bytes");
  }
}
