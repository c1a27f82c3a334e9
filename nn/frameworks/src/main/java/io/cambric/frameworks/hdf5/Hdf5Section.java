package io.cambric.frameworks.hdf5;

import io.cambric.errors.DataException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A cursor over one structure of a file. All numbers have their lowest byte first; mutable. */
final class Hdf5Section {

  /** The width of addresses and lengths in every file that h5py writes. */
  static final int WIDE = Long.BYTES;

  private static final int PADDING = 8;

  /** The maximum of bytes in a name. */
  private static final int MAX_NAME = 4096;

  private final Hdf5Content content;
  private final MemorySegment bytes;
  private final String what;
  private long at;

  Hdf5Section(Hdf5Content content, MemorySegment bytes, String what) {
    this.content = content;
    this.bytes = bytes;
    this.what = what;
  }

  Hdf5Content content() {
    return content;
  }

  long position() {
    return at;
  }

  long remaining() {
    return bytes.byteSize() - at;
  }

  /** {@return the position before the next bytes, which are then read} */
  private long take(long count) {
    if (count < 0 || count > remaining()) {
      throw content.malformed(
          "%s ends after %d bytes, but needs %s more at byte %d"
              .formatted(what, bytes.byteSize(), Long.toUnsignedString(count), at));
    }
    long from = at;
    at += count;
    return from;
  }

  void skip(long count) {
    take(count);
  }

  /** Skips to the next multiple of eight bytes, or to the end. */
  void pad() {
    take(Math.min(remaining(), Math.floorMod(-at, (long) PADDING)));
  }

  int byteValue() {
    return Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, take(1)));
  }

  int shortValue() {
    return (int) number(Short.BYTES);
  }

  long intValue() {
    return number(Integer.BYTES);
  }

  /** {@return a length of eight bytes; negative if it is beyond all files} */
  long length() {
    return number(WIDE);
  }

  /** {@return an address, or {@link Hdf5Content#UNDEFINED}} */
  long address() {
    return number(WIDE);
  }

  /** {@return an unsigned number of up to eight bytes} */
  long number(int width) {
    long from = take(width);
    long number = 0;
    for (int i = width - 1; i >= 0; i--) {
      number =
          number << Byte.SIZE | Byte.toUnsignedLong(bytes.get(ValueLayout.JAVA_BYTE, from + i));
    }
    return number;
  }

  /** {@return the next bytes, at most as many as are there} */
  byte[] bytes(long count) {
    return bytes.asSlice(take(count), count).toArray(ValueLayout.JAVA_BYTE);
  }

  /** {@return the next bytes as a section of their own} */
  Hdf5Section part(long count, String what) {
    return new Hdf5Section(content, bytes.asSlice(take(count), count), what);
  }

  /** {@return the text of a number of bytes, up to the first zero} */
  String text(long count) {
    return untilZero(bytes(count));
  }

  /** {@return the text of the first bytes, up to the first zero; the cursor stays} */
  String start(long count) {
    if (count > bytes.byteSize()) {
      throw malformed("has %d bytes, not %d".formatted(bytes.byteSize(), count));
    }
    content.spend(count, what);
    return untilZero(bytes.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
  }

  private static String untilZero(byte[] all) {
    int end = 0;
    while (end < all.length && all[end] != 0) {
      end++;
    }
    return new String(all, 0, end, StandardCharsets.UTF_8);
  }

  /** {@return the name from a position up to a zero, which must be there; the cursor stays} */
  String nameAt(long from) {
    long most = from < 0 ? from : Math.min(bytes.byteSize(), from + MAX_NAME);
    long end = from;
    while (end < most && bytes.get(ValueLayout.JAVA_BYTE, end) != 0) {
      end++;
    }
    if (end >= most) {
      throw malformed("has no name that begins at " + Long.toUnsignedString(from));
    }
    byte[] text = bytes.asSlice(from, end - from).toArray(ValueLayout.JAVA_BYTE);
    return new String(text, StandardCharsets.UTF_8);
  }

  /** Requires the letters with which a structure begins. */
  void signature(String letters) {
    byte[] expected = letters.getBytes(StandardCharsets.ISO_8859_1);
    byte[] found = bytes(expected.length);
    if (!Arrays.equals(expected, found)) {
      throw malformed("does not begin with " + letters);
    }
  }

  /** Requires one of the versions that are read. */
  int version(int least, int most) {
    int version = byteValue();
    if (version < least || version > most) {
      throw malformed("has the version " + version);
    }
    return version;
  }

  /** {@return the exception for this structure; a verb begins the text} */
  DataException malformed(String verb) {
    return content.malformed(what + " " + verb);
  }

  /** {@return the exception for this structure, with a part of HDF5 that is not read} */
  DataException unsupported(String part) {
    return content.unsupported(what + " with " + part);
  }
}
