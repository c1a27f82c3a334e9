package io.cambric.io.protobuf;

import org.jspecify.annotations.Nullable;

/** The forms of a field in a message. */
enum WireType {
  VARINT(0, "a varint"),
  FIXED64(1, "8 bytes"),
  DELIMITED(2, "bytes with their length"),
  FIXED32(5, "4 bytes");

  /** The number of bits of a tag for the form; the other bits are the number of the field. */
  static final int BITS = 3;

  private final int code;
  private final String text;

  WireType(int code, String text) {
    this.code = code;
    this.text = text;
  }

  /** {@return the form of a code; null for groups, which newer formats lack, and for others} */
  static @Nullable WireType of(int code) {
    return switch (code) {
      case 0 -> VARINT;
      case 1 -> FIXED64;
      case 2 -> DELIMITED;
      case 5 -> FIXED32;
      default -> null;
    };
  }

  int code() {
    return code;
  }

  /** {@return the form in words, with its article} */
  String text() {
    return text;
  }
}
