package io.cambric.frameworks.keras;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds a member of a zip archive that is not packed, to read it in place. */
final class StoredMember {

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int END = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int MAX_COMMENT = 0xffff;
  private static final int WIDE_END = 0x06064b50;
  private static final int WIDE_LOCATOR_BYTES = 20;
  private static final int ENTRY = 0x02014b50;
  private static final int ENTRY_BYTES = 46;
  private static final int LOCAL = 0x04034b50;
  private static final int LOCAL_BYTES = 30;
  private static final int WIDE_FIELD = 1;
  private static final long NARROW = 0xffffffffL;

  private final MemorySegment zip;

  private StoredMember(MemorySegment zip) {
    this.zip = zip;
  }

  /**
   * {@return the bytes of a member; empty if the archive is malformed}
   *
   * @param size the number of its bytes, as the directory states
   */
  static Optional<MemorySegment> find(MemorySegment zip, String name, long size) {
    try {
      return new StoredMember(zip).find(name, size);
    } catch (IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private Optional<MemorySegment> find(String name, long size) {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    long end = end();
    boolean wide = wide(end);
    long endOfEntries = wide ? zip.get(LONG, end - WIDE_LOCATOR_BYTES + 8) : end;
    long length = wide ? zip.get(LONG, endOfEntries + 40) : unsigned(end + 12);
    for (long at = endOfEntries - length; at < endOfEntries; ) {
      if (zip.get(INT, at) != ENTRY) {
        return Optional.empty();
      }
      int nameBytes = Short.toUnsignedInt(zip.get(SHORT, at + 28));
      int extraBytes = Short.toUnsignedInt(zip.get(SHORT, at + 30));
      int commentBytes = Short.toUnsignedInt(zip.get(SHORT, at + 32));
      var found = zip.asSlice(at + ENTRY_BYTES, nameBytes);
      if (found.mismatch(MemorySegment.ofArray(wanted)) < 0) {
        return content(local(at, at + ENTRY_BYTES + nameBytes, extraBytes), size);
      }
      at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
    }
    return Optional.empty();
  }

  private long unsigned(long at) {
    return Integer.toUnsignedLong(zip.get(INT, at));
  }

  /** {@return the position of the end of the directory, after which only a comment comes} */
  private long end() {
    long last = zip.byteSize() - END_BYTES;
    for (long at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
      if (zip.get(INT, at) == END) {
        return at;
      }
    }
    throw new IndexOutOfBoundsException();
  }

  /** {@return whether the directory is one with wide numbers} */
  private boolean wide(long end) {
    return unsigned(end + 16) == NARROW && end >= WIDE_LOCATOR_BYTES && wideEnd(end);
  }

  private boolean wideEnd(long end) {
    return zip.get(INT, zip.get(LONG, end - WIDE_LOCATOR_BYTES + 8)) == WIDE_END;
  }

  /** {@return the position of the header in front of a member} */
  private long local(long entry, long extra, int extraBytes) {
    long narrow = unsigned(entry + 42);
    if (narrow != NARROW) {
      return narrow;
    }
    // Wide numbers follow each other, each for a narrow one without room.
    int before =
        (unsigned(entry + 24) == NARROW ? Long.BYTES : 0)
            + (unsigned(entry + 20) == NARROW ? Long.BYTES : 0);
    for (long at = extra; at < extra + extraBytes; ) {
      if (zip.get(SHORT, at) == WIDE_FIELD) {
        return zip.get(LONG, at + 4 + before);
      }
      at += 4 + Short.toUnsignedInt(zip.get(SHORT, at + 2));
    }
    throw new IndexOutOfBoundsException();
  }

  private Optional<MemorySegment> content(long local, long size) {
    if (zip.get(INT, local) != LOCAL) {
      return Optional.empty();
    }
    int nameBytes = Short.toUnsignedInt(zip.get(SHORT, local + 26));
    int extraBytes = Short.toUnsignedInt(zip.get(SHORT, local + 28));
    return Optional.of(zip.asSlice(local + LOCAL_BYTES + nameBytes + extraBytes, size));
  }
}
