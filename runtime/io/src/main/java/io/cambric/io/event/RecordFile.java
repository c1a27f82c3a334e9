package io.cambric.io.event;

import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.MappedFile;
import io.cambric.file.support.MaskedSum;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Files of records with check sums, which TensorFlow calls TFRecord.
 *
 * <p>A record is the length of its payload in 8 bytes, a check sum of these, the payload, and a
 * check sum of that, all little-endian. A check sum is a CRC-32C, rotated and moved by a constant.
 * The last record may be incomplete while its writer is at work, or after its writer was killed.
 * Any other damage is refused.
 *
 * @see <a href="https://www.tensorflow.org/tutorials/load_data/tfrecord">TFRecord</a>
 */
public final class RecordFile {

  static final String KIND = "a file of records";

  /** The bytes before a payload. */
  static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;

  private static final int FOOTER_BYTES = Integer.BYTES;

  /** Messages of Protocol Buffers are no longer than this. */
  private static final int MAX_PAYLOAD_BYTES = Integer.MAX_VALUE - 64;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private RecordFile() {}

  /**
   * A record.
   *
   * @param offset of the record in its file
   * @param payload read-only, from position 0 on
   */
  public record Entry(long offset, ByteBuffer payload) {}

  /**
   * Passes on the records of a file one after the other, including the records before a damaged
   * one.
   *
   * @return the offset of an incomplete last record; empty if there is none
   * @throws DataException if the file cannot be read, or is damaged otherwise
   */
  public static OptionalLong forEach(Path file, Consumer<Entry> sink) {
    return forEach(file, KIND, sink);
  }

  static OptionalLong forEach(Path file, String kind, Consumer<Entry> sink) {
    var bytes = InputFile.read(file, kind, MappedFile::of);
    return MappedFile.read("File " + file, () -> forEach(bytes, file.toString(), kind, sink));
  }

  /**
   * Passes on the records of the bytes of a file.
   *
   * @return the offset of an incomplete last record; empty if there is none
   * @throws DataException if they are damaged otherwise
   */
  public static OptionalLong forEach(byte[] bytes, Consumer<Entry> sink) {
    return forEach(MemorySegment.ofArray(bytes), "The file", KIND, sink);
  }

  static OptionalLong forEach(MemorySegment bytes, String name, String kind, Consumer<Entry> sink) {
    long at = 0;
    while (at < bytes.byteSize()) {
      long rest = bytes.byteSize() - at - HEADER_BYTES;
      if (rest < 0) {
        return OptionalLong.of(at);
      }
      long length = bytes.get(LONG, at);
      requireSum(bytes.asSlice(at, Long.BYTES), bytes.get(INT, at + Long.BYTES), at, name, kind);
      if (length < 0 || length > MAX_PAYLOAD_BYTES) {
        throw damaged(
            name,
            kind,
            "the record at byte %d would have %s bytes, but at most %d are possible"
                .formatted(at, Long.toUnsignedString(length), MAX_PAYLOAD_BYTES));
      }
      if (length + FOOTER_BYTES > rest) {
        return OptionalLong.of(at);
      }
      var payload = bytes.asSlice(at + HEADER_BYTES, length);
      requireSum(payload, bytes.get(INT, at + HEADER_BYTES + length), at, name, kind);
      sink.accept(new Entry(at, payload.asByteBuffer().asReadOnlyBuffer()));
      at += HEADER_BYTES + length + FOOTER_BYTES;
    }
    return OptionalLong.empty();
  }

  /** {@return the whole record of a payload} */
  public static byte[] frame(byte[] payload) {
    var record =
        ByteBuffer.allocate(Math.addExact(payload.length, HEADER_BYTES + FOOTER_BYTES))
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(payload.length);
    record.putInt(MaskedSum.of(ByteBuffer.wrap(record.array(), 0, Long.BYTES)));
    return record.put(payload).putInt(MaskedSum.of(ByteBuffer.wrap(payload))).array();
  }

  private static void requireSum(
      MemorySegment bytes, int recorded, long at, String name, String kind) {
    int sum = MaskedSum.of(bytes);
    if (sum != recorded) {
      throw damaged(
          name,
          kind,
          "the checksum of %d bytes of the record at byte %d is %08x, not %08x"
              .formatted(bytes.byteSize(), at, sum, recorded));
    }
  }

  private static DataException damaged(String name, String kind, String what) {
    return new DataException(
        "%s cannot be read as %s: %s. Fetch or write it again.".formatted(name, kind, what));
  }
}
