package io.cambric.frameworks.tensorflow;

import io.cambric.errors.DataException;
import io.cambric.file.support.MaskedSum;
import io.cambric.frameworks.content.ByteCursor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * The elements of a tensor of strings: all lengths, a check sum of these, and the bytes of all
 * elements. The lengths are varints, but count as four or eight bytes for check sums.
 */
final class StringElements {

  private static final long MAX_UINT32 = 0xffff_ffffL;

  private StringElements() {}

  /**
   * {@return the elements in row-major order}
   *
   * @param count of the elements
   * @param sum the check sum of the whole
   * @param order of the bytes of a number
   * @param malformed gives the exception for a message
   */
  static List<byte[]> of(
      MemorySegment bytes,
      long count,
      int sum,
      ByteOrder order,
      Function<String, DataException> malformed) {
    var cursor = new ByteCursor(bytes, "its content", malformed);
    if (count > bytes.byteSize()) {
      throw cursor.malformed("has %d bytes, too few for %d strings", bytes.byteSize(), count);
    }
    var crc = new CRC32C();
    var lengths = new ArrayList<Long>();
    for (long i = 0; i < count; i++) {
      long length = cursor.varint();
      lengths.add(length);
      var number = ByteBuffer.allocate(Long.BYTES).order(order);
      boolean small = length >= 0 && length <= MAX_UINT32;
      crc.update((small ? number.putInt((int) length) : number.putLong(length)).flip());
    }
    var recorded = cursor.bytes(Integer.BYTES);
    requireSum(
        recorded.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order), 0), crc, "lengths", cursor);
    MaskedSum.add(recorded, crc);
    var elements = new ArrayList<byte[]>();
    for (long length : lengths) {
      var element = cursor.bytes(length);
      if (length > Integer.MAX_VALUE - 8) {
        throw cursor.malformed("has a string of %d bytes, which no Java array holds", length);
      }
      MaskedSum.add(element, crc);
      elements.add(element.toArray(ValueLayout.JAVA_BYTE));
    }
    if (cursor.remaining() > 0) {
      throw cursor.malformed("has %d bytes after its last string", cursor.remaining());
    }
    requireSum(sum, crc, "strings", cursor);
    return elements;
  }

  private static void requireSum(int recorded, CRC32C crc, String what, ByteCursor cursor) {
    int sum = MaskedSum.of(crc);
    if (sum != recorded) {
      throw cursor.malformed("has %s with the checksum %08x, not %08x", what, sum, recorded);
    }
  }
}
