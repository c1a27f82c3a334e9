package io.cambric.frameworks.hdf5;

/**
 * A fractal heap, which has the links of a group with many members. Blocks double in size from row
 * to row of a table.
 */
final class LinkHeap {

  private static final String NAME = "a heap of links";
  private static final String BLOCK = "a block of a heap of links";
  private static final int HEAD = 142;
  private static final int COUNTS = 12;
  private static final int BLOCK_HEAD = 5;

  /** The bits of an object in the table itself, in the first byte of its number. */
  private static final int PLACES = 0x30;

  private final Hdf5Content content;
  private final int offsetBytes;
  private final int lengthBytes;
  private final long width;
  private final long smallest;
  private final long largest;
  private final long root;
  private final int rows;

  LinkHeap(Hdf5Content content, long address) {
    this.content = content;
    var head = content.section(address, HEAD, NAME);
    head.signature("FRHP");
    head.version(0, 0);
    head.skip(Short.BYTES);
    if (head.shortValue() != 0) {
      throw head.unsupported("filters");
    }
    head.skip(1);
    long managed = head.intValue();
    head.skip((long) COUNTS * Hdf5Section.WIDE);
    this.width = head.shortValue();
    this.smallest = head.length();
    this.largest = head.length();
    int bits = head.shortValue();
    head.skip(Short.BYTES);
    this.root = head.address();
    this.rows = head.shortValue();
    if (Long.bitCount(width) != 1
        || Long.bitCount(smallest) != 1
        || smallest < 0
        || largest < smallest
        || largest > Integer.MAX_VALUE
        || bits > Long.SIZE) {
      throw head.malformed(
          "has %d blocks in a row, of %d to %d bytes".formatted(width, smallest, largest));
    }
    this.offsetBytes = Math.ceilDiv(bits, Byte.SIZE);
    this.lengthBytes =
        Math.min(Math.ceilDiv(log(largest), Byte.SIZE), log(managed) / Byte.SIZE + 1);
  }

  private static int log(long number) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, number));
  }

  /**
   * {@return the link with a number}
   *
   * @param number the identifier in a record of a tree
   */
  Hdf5Section link(Hdf5Section number) {
    if ((number.byteValue() & PLACES) != 0) {
      throw content.unsupported("a link of a very long name");
    }
    long offset = number.number(offsetBytes);
    long length = number.number(lengthBytes);
    return rows == 0 ? within(root, 0, smallest, offset, length) : inTable(offset, length);
  }

  private Hdf5Section within(long address, long start, long size, long offset, long length) {
    long at = offset - start;
    if (at < 0 || length > size - at) {
      throw content.malformed(
          "a link would have %d bytes from byte %d of a block of %d".formatted(length, at, size));
    }
    content.requireWithin(address, size, BLOCK);
    return content.section(address + at, length, "a link");
  }

  private Hdf5Section inTable(long offset, long length) {
    long address = root;
    long start = 0;
    long rowsHere = rows;
    while (true) {
      long rest = offset - start;
      int row = rest < width * smallest ? 0 : 1 + log(rest / (width * smallest));
      if (rest < 0 || row >= rowsHere) {
        throw content.malformed("a link is beyond its heap");
      }
      long size = row == 0 ? smallest : smallest << (row - 1);
      long before = row == 0 ? 0 : width * smallest << (row - 1);
      long column = (rest - before) / size;
      long child = child(address, row * width + column);
      start += before + column * size;
      if (size <= largest) {
        return within(child, start, size, offset, length);
      }
      address = child;
      long next = 1 + log(size) - log(smallest) - log(width);
      // A table within a table is smaller, so this ends.
      if (next >= rowsHere) {
        throw content.malformed("a heap of links has a table that is as large as its own");
      }
      rowsHere = next;
    }
  }

  private long child(long table, long index) {
    int head = BLOCK_HEAD + Hdf5Section.WIDE + offsetBytes;
    content.section(table, BLOCK_HEAD, BLOCK).signature("FHIB");
    return content
        .section(table + head + index * Hdf5Section.WIDE, Hdf5Section.WIDE, BLOCK)
        .address();
  }
}
