package io.cambric.frameworks.tensorflow;

import io.cambric.errors.DataException;
import io.cambric.file.support.MaskedSum;
import io.cambric.frameworks.content.ByteCursor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Function;

/**
 * A sorted table in the format of LevelDB: blocks of entries, whose keys leave out what they share
 * with the key before, and a block with the places of the others.
 *
 * @see <a href="https://github.com/google/leveldb/blob/main/doc/table_format.md">Table format</a>
 */
final class SortedTable {

  private static final int FOOTER_BYTES = 48;

  /** The type of a block and its check sum, behind its content. */
  private static final int TRAILER_BYTES = 1 + Integer.BYTES;

  private static final long MAGIC = 0xdb4775248b80fb57L;

  /**
   * The number of bytes of all keys for each byte of the file. Writers share beginnings with at
   * most fifteen keys before.
   */
  private static final long MAX_KEY_RATIO = 64;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment file;
  private final Function<String, DataException> malformed;
  private byte[] last = {};
  private boolean first = true;
  private long end;
  private long keyBytes;

  /** Takes entries, in the order of their keys. */
  @FunctionalInterface
  interface Sink {

    /** Takes an entry, with its value as a part of the file. */
    void accept(byte[] key, MemorySegment value);
  }

  private SortedTable(MemorySegment file, Function<String, DataException> malformed) {
    this.file = file;
    this.malformed = malformed;
  }

  /** {@return whether bytes end as a table does} */
  static boolean isTable(MemorySegment file) {
    return file.byteSize() >= FOOTER_BYTES && file.get(LONG, file.byteSize() - Long.BYTES) == MAGIC;
  }

  /**
   * Passes on all entries.
   *
   * @param malformed gives the exception for a message
   */
  static void forEach(MemorySegment file, Function<String, DataException> malformed, Sink sink) {
    if (!isTable(file)) {
      throw malformed.apply(
          "its %d bytes do not end with the number that marks a sorted table"
              .formatted(file.byteSize()));
    }
    new SortedTable(file, malformed).forEach(sink);
  }

  private void forEach(Sink sink) {
    var footer =
        new ByteCursor(
            file.asSlice(file.byteSize() - FOOTER_BYTES, FOOTER_BYTES), "its footer", malformed);
    // The place of a block that TensorFlow leaves empty.
    footer.varint();
    footer.varint();
    entries(
        block(footer, "the block of places"),
        (key, place) -> {
          var block = block(new ByteCursor(place, "the place of a block", malformed), "a block");
          long begin = block.address() - file.address();
          if (begin < end) {
            throw malformed.apply(
                "the block at byte %d begins before byte %d, where the one before it ends"
                    .formatted(begin, end));
          }
          end = begin + block.byteSize();
          entries(block, (name, value) -> sink.accept(ascending(name), value));
        });
  }

  private byte[] ascending(byte[] key) {
    if (!first && Arrays.compareUnsigned(last, key) >= 0) {
      throw malformed.apply(
          "the keys %s and %s are not in ascending order"
              .formatted(BundleIndex.quoted(last), BundleIndex.quoted(key)));
    }
    first = false;
    last = key;
    return key;
  }

  /** {@return the content of the block whose place comes next} */
  private MemorySegment block(ByteCursor place, String what) {
    long offset = place.varint();
    long size = place.varint();
    long most = file.byteSize() - FOOTER_BYTES - TRAILER_BYTES;
    if (offset < 0 || size < 0 || offset > most || size > most - offset) {
      throw malformed.apply(
          "%s has %s bytes at byte %s, but the file has only %d"
              .formatted(
                  what,
                  Long.toUnsignedString(size),
                  Long.toUnsignedString(offset),
                  file.byteSize()));
    }
    int recorded = file.get(INT, offset + size + 1);
    int sum = MaskedSum.of(file.asSlice(offset, size + 1));
    if (sum != recorded) {
      throw malformed.apply(
          "the checksum of the block of %d bytes at byte %d is %08x, not %08x"
              .formatted(size, offset, sum, recorded));
    }
    int type = file.get(ValueLayout.JAVA_BYTE, offset + size);
    if (type != 0) {
      throw malformed.apply(
          "the block at byte %d has the compression %d, but TensorFlow writes blocks without one"
              .formatted(offset, type & 0xff));
    }
    return file.asSlice(offset, size);
  }

  /** Passes on the entries of a block, which ends with places inside it and their number. */
  private void entries(MemorySegment block, Sink sink) {
    long restarts = block.byteSize() < Integer.BYTES ? -1 : block.get(INT, countAt(block));
    long content = countAt(block) - restarts * Integer.BYTES;
    if (restarts < 0 || content < 0) {
      throw malformed.apply(
          "the block at byte %d has %d bytes, which are too few for its %d places"
              .formatted(block.address() - file.address(), block.byteSize(), restarts));
    }
    var cursor = new ByteCursor(block.asSlice(0, content), "a block", malformed);
    byte[] key = {};
    while (cursor.remaining() > 0) {
      long shared = cursor.varint();
      long own = cursor.varint();
      long valueBytes = cursor.varint();
      if (shared < 0 || shared > key.length) {
        throw cursor.malformed(
            "has a key that shares %s bytes with one of %d before byte %d",
            Long.toUnsignedString(shared), key.length, cursor.position());
      }
      var rest = cursor.bytes(own);
      keyBytes += shared + own;
      if (shared + own > Integer.MAX_VALUE - 8 || keyBytes > MAX_KEY_RATIO * file.byteSize()) {
        throw cursor.malformed(
            "has keys of more than %d times the bytes of the file", MAX_KEY_RATIO);
      }
      key = Arrays.copyOf(key, (int) (shared + own));
      MemorySegment.copy(rest, 0, MemorySegment.ofArray(key), shared, own);
      sink.accept(key, cursor.bytes(valueBytes));
    }
  }

  private static long countAt(MemorySegment block) {
    return block.byteSize() - Integer.BYTES;
  }
}
