package io.cambric.frameworks.orbax;

import io.cambric.errors.DataException;
import io.cambric.file.support.UnpackLimit;
import io.cambric.frameworks.content.ByteCursor;
import io.cambric.io.compression.BlockCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * The frame of manifests and nodes: a number that marks the kind, the length, version and
 * compression, the content, and a check sum of all.
 */
final class OcdbtFrame {

  static final int MANIFEST = 0x0cdb3a2a;

  static final int NODE = 0x0cdb20de;

  /** The mark and the length. */
  private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

  private static final int MIN_BYTES = HEADER_BYTES + 2 + Integer.BYTES;

  private static final int UNCOMPRESSED = 0;

  private static final int ZSTD = 1;

  private OcdbtFrame() {}

  /**
   * {@return the content of a frame}
   *
   * @param mark of its kind
   * @param what it is, as the subject of messages
   * @param malformed gives the exception for a message
   */
  static ByteCursor content(
      byte[] frame, int mark, String what, Function<String, DataException> malformed) {
    var bytes = ByteBuffer.wrap(frame);
    if (frame.length < MIN_BYTES || bytes.getInt(0) != mark) {
      throw malformed.apply(
          "%s has %d bytes, which do not begin with the mark %08x"
              .formatted(what, frame.length, mark));
    }
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.getLong(Integer.BYTES) != frame.length) {
      throw malformed.apply(
          "%s has %d bytes, but its header says %s"
              .formatted(what, frame.length, Long.toUnsignedString(bytes.getLong(Integer.BYTES))));
    }
    int end = frame.length - Integer.BYTES;
    var sum = new CRC32C();
    sum.update(frame, 0, end);
    if ((int) sum.getValue() != bytes.getInt(end)) {
      throw malformed.apply(
          "the checksum of %s is %08x, not %08x"
              .formatted(what, (int) sum.getValue(), bytes.getInt(end)));
    }
    var body = MemorySegment.ofArray(frame).asSlice(HEADER_BYTES, end - (long) HEADER_BYTES);
    var cursor = new ByteCursor(body, what, malformed);
    long version = cursor.varint();
    if (version != 0) {
      throw cursor.malformed("has the version %s, but 0 is needed", Long.toUnsignedString(version));
    }
    long compression = cursor.varint();
    if (compression == UNCOMPRESSED) {
      return new ByteCursor(cursor.bytes(cursor.remaining()), what, malformed);
    }
    if (compression != ZSTD) {
      throw cursor.malformed(
          "has the compression %s, but 0 or 1 is needed", Long.toUnsignedString(compression));
    }
    var packed = Arrays.copyOfRange(frame, HEADER_BYTES + Math.toIntExact(cursor.position()), end);
    return new ByteCursor(MemorySegment.ofArray(unpacked(packed, cursor)), what, malformed);
  }

  private static byte[] unpacked(byte[] packed, ByteCursor cursor) {
    long most = UnpackLimit.bySize("").bytes(packed.length);
    try {
      return BlockCodec.unpackZstd(packed, Math.clamp(most, 0, Integer.MAX_VALUE - 8));
    } catch (IOException e) {
      throw cursor.malformed("cannot be unpacked: %s", e.getMessage());
    }
  }
}
