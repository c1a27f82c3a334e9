package io.cambric.file.support;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The check sums in files of TensorFlow and LevelDB: CRC-32C, rotated and moved by a constant, so
 * that the sum of bytes with their sum is no special one.
 */
public final class MaskedSum {

  private static final int DELTA = 0xa282ead8;

  private static final int ROTATION = 15;

  private static final long PIECE_BYTES = 1L << 30;

  private MaskedSum() {}

  /** {@return the check sum of the remaining bytes} */
  public static int of(ByteBuffer bytes) {
    return of(MemorySegment.ofBuffer(bytes));
  }

  /** {@return the check sum of bytes} */
  public static int of(MemorySegment bytes) {
    var sum = new CRC32C();
    add(bytes, sum);
    return of(sum);
  }

  /** {@return the check sum of the bytes that a CRC-32C has got so far} */
  public static int of(CRC32C sum) {
    return Integer.rotateRight((int) sum.getValue(), ROTATION) + DELTA;
  }

  /** Adds bytes to a sum. */
  public static void add(MemorySegment bytes, CRC32C sum) {
    // A buffer over a segment is limited to the largest int.
    for (long at = 0; at < bytes.byteSize(); at += PIECE_BYTES) {
      sum.update(bytes.asSlice(at, Math.min(PIECE_BYTES, bytes.byteSize() - at)).asByteBuffer());
    }
  }
}
