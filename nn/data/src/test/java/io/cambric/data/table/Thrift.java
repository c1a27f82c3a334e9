package io.cambric.data.table;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/** A writer of Thrift's compact protocol, as far as tests need it; mutable. */
final class Thrift {

  static final int I32 = 5;
  static final int I64 = 6;
  static final int BINARY = 8;
  static final int LIST = 9;
  static final int STRUCT = 12;

  private static final int MAX_SHORT_LIST = 14;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ArrayDeque<Integer> outer = new ArrayDeque<>();

  /** The number of the field before, in the current struct. */
  private int last;

  private void field(int number, int type) {
    out.write((number - last) << 4 | type);
    last = number;
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  Thrift zigzag(long value) {
    varint(value << 1 ^ value >> 63);
    return this;
  }

  Thrift i32(int number, int value) {
    field(number, I32);
    return zigzag(value);
  }

  Thrift i64(int number, long value) {
    field(number, I64);
    return zigzag(value);
  }

  Thrift text(int number, String value) {
    field(number, BINARY);
    return string(value);
  }

  Thrift string(String value) {
    var bytes = value.getBytes(StandardCharsets.UTF_8);
    varint(bytes.length);
    return bytes(bytes);
  }

  Thrift bytes(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  /** Begins a list, whose elements follow. */
  Thrift list(int number, int type, int size) {
    field(number, LIST);
    out.write(Math.min(size, MAX_SHORT_LIST + 1) << 4 | type);
    if (size > MAX_SHORT_LIST) {
      varint(size);
    }
    return this;
  }

  /** Begins a field that is a struct. */
  Thrift struct(int number) {
    field(number, STRUCT);
    return begin();
  }

  /** Begins a struct in a list. */
  Thrift begin() {
    outer.push(last);
    last = 0;
    return this;
  }

  /** Ends the current struct. */
  Thrift stop() {
    out.write(0);
    last = outer.isEmpty() ? 0 : outer.pop();
    return this;
  }

  byte[] toBytes() {
    return out.toByteArray();
  }
}
