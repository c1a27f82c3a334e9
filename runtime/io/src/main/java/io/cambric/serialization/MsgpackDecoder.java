package io.cambric.serialization;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the structure of msgpack bytes: all values, but of arrays only the headers, as {@link
 * EncodedArray}. Counts and lengths are checked against the bytes that are left before memory is
 * allocated.
 *
 * <p>Integers become {@code Long}, or {@code BigInteger} from 2<sup>63</sup> on.
 */
final class MsgpackDecoder {

  /** Room for the entries of a map that is made at first. */
  private static final int SMALL = 16;

  private final MsgpackInput in;

  MsgpackDecoder(MsgpackInput in) {
    this.in = in;
  }

  /**
   * {@return the one value that the bytes are}
   *
   * @throws DataException if they are not sound
   */
  @Nullable Object read() throws IOException {
    var value = value(0);
    if (in.left() > 0) {
      throw in.malformed(
          "its value ends at byte %d, but %d more bytes follow"
              .formatted(in.position(), in.left()));
    }
    return value;
  }

  private @Nullable Object value(int depth) throws IOException {
    if (depth > MsgpackFormat.MAX_DEPTH) {
      throw in.malformed("the tree has more than %d levels".formatted(MsgpackFormat.MAX_DEPTH));
    }
    int type = in.u8();
    if (type <= Byte.MAX_VALUE || type >= MsgpackFormat.NEGATIVE_FIXINT) {
      return (long) (byte) type;
    }
    if (type < MsgpackFormat.FIXARRAY) {
      return map(type & 0xf, depth);
    }
    if (type < MsgpackFormat.FIXSTR) {
      return list(type & 0xf, depth);
    }
    if (type < MsgpackFormat.NIL) {
      return text(type & 0x1f);
    }
    return switch (type) {
      case MsgpackFormat.NIL -> null;
      case MsgpackFormat.FALSE -> false;
      case MsgpackFormat.TRUE -> true;
      case MsgpackFormat.FLOAT32 -> (double) Float.intBitsToFloat(in.i32());
      case MsgpackFormat.FLOAT64 -> Double.longBitsToDouble(in.i64());
      case MsgpackFormat.UINT8 -> (long) in.u8();
      case MsgpackFormat.UINT16 -> (long) in.u16();
      case MsgpackFormat.UINT32 -> in.u32();
      case MsgpackFormat.UINT64 -> unsigned(in.i64());
      case MsgpackFormat.INT8 -> (long) in.i8();
      case MsgpackFormat.INT16 -> (long) in.i16();
      case MsgpackFormat.INT32 -> (long) in.i32();
      case MsgpackFormat.INT64 -> in.i64();
      case MsgpackFormat.STR8 -> text(in.u8());
      case MsgpackFormat.STR16 -> text(in.u16());
      case MsgpackFormat.STR32 -> text(in.u32());
      case MsgpackFormat.ARRAY16 -> list(in.u16(), depth);
      case MsgpackFormat.ARRAY32 -> list(in.u32(), depth);
      case MsgpackFormat.MAP16 -> map(in.u16(), depth);
      case MsgpackFormat.MAP32 -> map(in.u32(), depth);
      default -> lengthy(type);
    };
  }

  /** {@return binary data, or an extension value} */
  private Object lengthy(int type) throws IOException {
    return switch (type) {
      case MsgpackFormat.BIN8 -> in.bytes(in.u8());
      case MsgpackFormat.BIN16 -> in.bytes(in.u16());
      case MsgpackFormat.BIN32 -> in.bytes(in.u32());
      case MsgpackFormat.EXT8 -> extension(in.u8());
      case MsgpackFormat.EXT16 -> extension(in.u16());
      case MsgpackFormat.EXT32 -> extension(in.u32());
      case MsgpackFormat.FIXEXT1 -> extension(1);
      case MsgpackFormat.FIXEXT2 -> extension(2);
      case MsgpackFormat.FIXEXT4 -> extension(4);
      case MsgpackFormat.FIXEXT8 -> extension(8);
      case MsgpackFormat.FIXEXT16 -> extension(16);
      default ->
          throw in.malformed(
              "byte %d is 0x%x, which cannot begin a value".formatted(in.position() - 1, type));
    };
  }

  private static Object unsigned(long bits) {
    return bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
  }

  private String text(long length) throws IOException {
    long at = in.position();
    var bytes = in.bytes(length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw in.malformed("the string at byte %d is not in UTF-8".formatted(at));
    }
  }

  private List<@Nullable Object> list(long count, int depth) throws IOException {
    in.requireLeft(count);
    if (count == 0) {
      return List.of();
    }
    var list = new ArrayList<@Nullable Object>();
    for (long i = 0; i < count; i++) {
      list.add(value(depth + 1));
    }
    return list;
  }

  private Map<Object, @Nullable Object> map(long count, int depth) throws IOException {
    in.requireLeft(2 * count);
    if (count == 0) {
      return Map.of();
    }
    var map =
        LinkedHashMap.<Object, @Nullable Object>newLinkedHashMap((int) Math.min(count, SMALL));
    for (long i = 0; i < count; i++) {
      long at = in.position();
      var key = value(depth + 1);
      if (!(key instanceof String || key instanceof Long)) {
        throw in.malformed("the key at byte %d is neither a string nor an integer".formatted(at));
      }
      var value = value(depth + 1);
      if (map.containsKey(key)) {
        throw in.malformed("the key %s occurs twice in a map".formatted(Quoted.of(key.toString())));
      }
      map.put(key, value);
    }
    return map;
  }

  private Object extension(long length) throws IOException {
    int code = in.i8();
    in.requireLeft(length);
    if (!MsgpackFormat.isOfFlax(code)) {
      return new ExtValue(code, ByteBuffer.wrap(in.bytes(length)));
    }
    long end = in.position() + length;
    long before = in.limit(end);
    var value =
        code == MsgpackFormat.COMPLEX
            ? complex()
            : new EncodedArrayReader(in).read(code == MsgpackFormat.NUMPY_SCALAR);
    if (in.left() > 0) {
      throw in.malformed(
          "an extension value ends at byte %d, but its length reaches to byte %d"
              .formatted(in.position(), end));
    }
    in.limit(before);
    return value;
  }

  private ComplexNumber complex() throws IOException {
    if (value(0) instanceof List<?> parts
        && parts.size() == 2
        && parts.getFirst() instanceof Number real
        && parts.getLast() instanceof Number imaginary) {
      return new ComplexNumber(real.doubleValue(), imaginary.doubleValue());
    }
    throw in.malformed("a complex number needs two numbers");
  }
}
