package io.cambric.frameworks.hdf5;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The type of elements.
 *
 * @param name the dtype in the words of NumPy
 * @param kind the way in which elements are stored
 * @param bytes the number of bytes of an element
 * @param order of the bytes of a number
 */
record Datatype(String name, Kind kind, int bytes, ByteOrder order) {

  /** The ways in which elements are stored. */
  enum Kind {
    /** Numbers that NumPy has, and truth values. */
    NUMBER,
    /** Bytes that an attribute of the dataset explains. */
    OPAQUE,
    /** A text of a fixed number of bytes. */
    TEXT,
    /** A text elsewhere in the file. */
    REMOTE_TEXT,
    OTHER
  }

  private static final int INTEGER = 0;
  private static final int FLOATING = 1;
  private static final int STRING = 3;
  private static final int OPAQUE = 5;
  private static final int ENUMERATION = 8;
  private static final int VARIABLE = 9;
  private static final int ANY = 15;

  static Datatype of(Hdf5Section section) {
    return of(section, ANY);
  }

  /**
   * {@return the type}
   *
   * @param most the largest class of types that may be there
   */
  private static Datatype of(Hdf5Section section, int most) {
    int head = section.byteValue();
    int flags = (int) section.number(3);
    long size = section.intValue();
    int version = head >> 4;
    if (version < 1 || version > 5) {
      throw section.malformed("has the version " + version);
    }
    if ((head & 0xf) > most) {
      throw section.malformed("counts values that are no whole numbers");
    }
    if (size == 0 || size > Integer.MAX_VALUE) {
      throw section.malformed("has elements of %d bytes".formatted(size));
    }
    int bytes = (int) size;
    var order = (flags & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    return switch (head & 0xf) {
      case INTEGER -> integer(section, flags, bytes, order);
      case FLOATING -> floating(section, flags, bytes, order);
      case STRING -> new Datatype("bytes" + bits(bytes), Kind.TEXT, bytes, order);
      case OPAQUE -> new Datatype("void" + bits(bytes), Kind.OPAQUE, bytes, order);
      case ENUMERATION -> enumeration(section, flags, bytes, version);
      case VARIABLE ->
          new Datatype("object", (flags & 0xf) == 1 ? Kind.REMOTE_TEXT : Kind.OTHER, bytes, order);
      default -> other(bytes);
    };
  }

  private static long bits(int bytes) {
    return (long) bytes * Byte.SIZE;
  }

  private static Datatype other(int bytes) {
    return new Datatype("void" + bits(bytes), Kind.OTHER, bytes, ByteOrder.LITTLE_ENDIAN);
  }

  private static Datatype integer(Hdf5Section section, int flags, int bytes, ByteOrder order) {
    int offset = section.shortValue();
    int precision = section.shortValue();
    boolean plain = Integer.bitCount(bytes) == 1 && bytes <= Long.BYTES;
    if (!plain || offset != 0 || precision != bits(bytes)) {
      return other(bytes);
    }
    var sign = (flags & 8) == 0 ? "uint" : "int";
    return new Datatype(sign + precision, Kind.NUMBER, bytes, order);
  }

  private static Datatype floating(Hdf5Section section, int flags, int bytes, ByteOrder order) {
    section.skip(2 * Short.BYTES + 1);
    int exponent = section.byteValue();
    section.skip(1);
    int mantissa = section.byteValue();
    // The second bit of the order marks the one of the VAX.
    var name = (flags & 0x40) == 0 ? floatingName(bytes, exponent, mantissa) : "";
    return name.isEmpty() ? other(bytes) : new Datatype(name, Kind.NUMBER, bytes, order);
  }

  private static String floatingName(int bytes, int exponent, int mantissa) {
    if (bits(bytes) != 1 + exponent + mantissa) {
      return "";
    }
    return switch (exponent) {
      case 5 -> bytes == Short.BYTES ? "float16" : "";
      case 8 -> bytes == Short.BYTES ? "bfloat16" : bytes == Float.BYTES ? "float32" : "";
      case 11 -> bytes == Double.BYTES ? "float64" : "";
      default -> "";
    };
  }

  /** The form of truth values in h5py is an enumeration of FALSE and TRUE. */
  private static Datatype enumeration(Hdf5Section section, int flags, int bytes, int version) {
    int members = flags & 0xffff;
    var base = of(section, INTEGER);
    if (members == 2 && bytes == 1) {
      var first = name(section, version);
      var second = name(section, version);
      if (first.equals("FALSE") && second.equals("TRUE")) {
        return new Datatype("bool", Kind.NUMBER, 1, base.order());
      }
    }
    return base;
  }

  private static String name(Hdf5Section section, int version) {
    long start = section.position();
    var name = section.nameAt(start);
    int length = name.getBytes(StandardCharsets.UTF_8).length + 1;
    section.skip(version >= 3 ? length : Math.ceilDiv(length, 8) * 8L);
    return name;
  }
}
