package io.cambric.io.protobuf;

import io.cambric.errors.DataException;
import java.lang.foreign.MemorySegment;

/**
 * The source of messages: their bytes, and their description in errors.
 *
 * @param name of the file
 * @param kind the expected kind of file, with its article, as in {@code "an ONNX file"}
 * @param bytes the messages
 * @param base the offset of the first byte in the file
 */
public record ProtoSource(String name, String kind, MemorySegment bytes, long base) {

  /** {@return a reader of the message that makes up all of the bytes} */
  public ProtoReader message() {
    return new ProtoReader(this, 0, bytes.byteSize(), 0);
  }

  /** {@return a reader of the message in these bytes, which are a part of this source} */
  public ProtoReader message(MemorySegment part) {
    long begin = part.address() - bytes.address();
    return new ProtoReader(this, begin, begin + part.byteSize(), 0);
  }

  /** {@return the error for a file with malformed bytes} */
  public DataException malformed(String what) {
    return new DataException(
        "%s cannot be read as %s: %s. Fetch or write it again.".formatted(name, kind, what));
  }

  /** {@return the error for the content at an offset in these bytes} */
  DataException malformed(long at, String what) {
    return malformed("at byte %d, %s".formatted(base + at, what));
  }
}
