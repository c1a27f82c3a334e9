package io.cambric.serialization;

import static io.cambric.serialization.MsgpackFormat.MAX_U16;
import static io.cambric.serialization.MsgpackFormat.MAX_U32;
import static io.cambric.serialization.MsgpackFormat.MAX_U8;

import java.io.IOException;

/** Writes numbers of msgpack, and the headers of its other values, each in the shortest form. */
final class MsgpackHeaders {

  /** The least negative integer that is its own type byte. */
  private static final int LEAST_FIXINT = -32;

  private final ByteSink sink;

  MsgpackHeaders(ByteSink sink) {
    this.sink = sink;
  }

  void type(int type) throws IOException {
    sink.room(1).put((byte) type);
  }

  private void typed8(int type, int value) throws IOException {
    sink.room(2).put((byte) type).put((byte) value);
  }

  private void typed16(int type, int value) throws IOException {
    sink.room(3).put((byte) type).putShort((short) value);
  }

  private void typed32(int type, int value) throws IOException {
    sink.room(5).put((byte) type).putInt(value);
  }

  private void typed64(int type, long value) throws IOException {
    sink.room(9).put((byte) type).putLong(value);
  }

  void floating(double value) throws IOException {
    typed64(MsgpackFormat.FLOAT64, Double.doubleToRawLongBits(value));
  }

  void integer(long value) throws IOException {
    if (value >= LEAST_FIXINT && value <= Byte.MAX_VALUE) {
      type((int) value);
    } else if (value < 0) {
      negative(value);
    } else if (value <= MAX_U8) {
      typed8(MsgpackFormat.UINT8, (int) value);
    } else if (value <= MAX_U16) {
      typed16(MsgpackFormat.UINT16, (int) value);
    } else if (value <= MAX_U32) {
      typed32(MsgpackFormat.UINT32, (int) value);
    } else {
      typed64(MsgpackFormat.UINT64, value);
    }
  }

  private void negative(long value) throws IOException {
    if (value >= Byte.MIN_VALUE) {
      typed8(MsgpackFormat.INT8, (int) value);
    } else if (value >= Short.MIN_VALUE) {
      typed16(MsgpackFormat.INT16, (int) value);
    } else if (value >= Integer.MIN_VALUE) {
      typed32(MsgpackFormat.INT32, (int) value);
    } else {
      typed64(MsgpackFormat.INT64, value);
    }
  }

  /** Writes the number of elements of an array. */
  void array(int count) throws IOException {
    count(count, MsgpackFormat.FIXARRAY, MsgpackFormat.ARRAY16, MsgpackFormat.ARRAY32);
  }

  /** Writes the number of entries of a map. */
  void map(int count) throws IOException {
    count(count, MsgpackFormat.FIXMAP, MsgpackFormat.MAP16, MsgpackFormat.MAP32);
  }

  private void count(int count, int fixed, int type16, int type32) throws IOException {
    if (count <= MsgpackFormat.MAX_FIXED_COUNT) {
      type(fixed | count);
    } else if (count <= MAX_U16) {
      typed16(type16, count);
    } else {
      typed32(type32, count);
    }
  }

  /** Writes the number of bytes of a text. */
  void text(int bytes) throws IOException {
    if (bytes <= MsgpackFormat.MAX_FIXSTR) {
      type(MsgpackFormat.FIXSTR | bytes);
    } else {
      length(bytes, MsgpackFormat.STR8, MsgpackFormat.STR16, MsgpackFormat.STR32);
    }
  }

  /** Writes the number of bytes of binary data, which has at most 32 bits. */
  void binary(long bytes) throws IOException {
    length(bytes, MsgpackFormat.BIN8, MsgpackFormat.BIN16, MsgpackFormat.BIN32);
  }

  private void length(long bytes, int type8, int type16, int type32) throws IOException {
    if (bytes <= MAX_U8) {
      typed8(type8, (int) bytes);
    } else if (bytes <= MAX_U16) {
      typed16(type16, (int) bytes);
    } else {
      typed32(type32, (int) bytes);
    }
  }

  /** Writes the header of an extension value. */
  void extension(int code, long bytes) throws IOException {
    switch ((int) Math.min(bytes, Integer.MAX_VALUE)) {
      case 1 -> type(MsgpackFormat.FIXEXT1);
      case 2 -> type(MsgpackFormat.FIXEXT2);
      case 4 -> type(MsgpackFormat.FIXEXT4);
      case 8 -> type(MsgpackFormat.FIXEXT8);
      case 16 -> type(MsgpackFormat.FIXEXT16);
      default -> length(bytes, MsgpackFormat.EXT8, MsgpackFormat.EXT16, MsgpackFormat.EXT32);
    }
    type(code);
  }
}
