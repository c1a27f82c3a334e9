package io.cambric.frameworks.hdf5;

import io.cambric.errors.DataException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The beginning of an HDF5 file.
 *
 * @param content the bytes from which addresses count
 * @param root the address of the root group
 */
record Superblock(Hdf5Content content, long root) {

  private static final long SIGNATURE = 0x0a1a0a0d46444889L;

  /** A signature is at the beginning, or after free bytes of a power of two, as here at least. */
  private static final long FIRST_AFTER_FREE = 512;

  private static final String NAME = "the superblock";
  private static final int LONGEST = 96;

  /**
   * {@return the superblock of a file}
   *
   * @throws DataException if there is none, or the file is cut
   */
  static Superblock of(String file, MemorySegment bytes) {
    long start = start(file, bytes);
    var content = new Hdf5Content(file, bytes.asSlice(start));
    var section = content.section(0, Math.min(LONGEST, content.size()), NAME);
    section.skip(Long.BYTES);
    int version = section.version(0, 3);
    return version < 2 ? old(content, section, version) : current(content, section);
  }

  private static long start(String file, MemorySegment bytes) {
    var layout = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    long last = bytes.byteSize() - Long.BYTES;
    for (long at = 0; at <= last; at = at == 0 ? FIRST_AFTER_FREE : 2 * at) {
      if (bytes.get(layout, at) == SIGNATURE) {
        return at;
      }
    }
    throw Hdf5Content.malformed(
        file, "it has %d bytes without the signature of HDF5".formatted(bytes.byteSize()));
  }

  private static Superblock old(Hdf5Content content, Hdf5Section section, int version) {
    section.skip(4);
    requireWide(section);
    section.skip(1 + 2 * Short.BYTES + Integer.BYTES + (version == 1 ? Integer.BYTES : 0));
    requireWhole(section);
    // The entry of the root group: its name, its header.
    section.skip(2 * Hdf5Section.WIDE);
    return new Superblock(content, section.address());
  }

  private static Superblock current(Hdf5Content content, Hdf5Section section) {
    requireWide(section);
    section.skip(1);
    requireWhole(section);
    return new Superblock(content, section.address());
  }

  private static void requireWide(Hdf5Section section) {
    int address = section.byteValue();
    int length = section.byteValue();
    if (address != Hdf5Section.WIDE || length != Hdf5Section.WIDE) {
      throw section.unsupported(
          "addresses of %d and lengths of %d bytes instead of 8".formatted(address, length));
    }
  }

  /** Requires the file to be as long as it says. */
  private static void requireWhole(Hdf5Section section) {
    long base = section.address();
    section.skip(Hdf5Section.WIDE);
    long end = section.length();
    long size = section.content().size();
    if (base < 0 || end < 0 || end - base > size) {
      throw section
          .content()
          .malformed(
              "it should have %s bytes, but has %d".formatted(Long.toUnsignedString(end), size));
    }
  }
}
