package io.cambric.io.npy;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.HeapRoom;
import io.cambric.core.KernelRegistry;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.RawArray;
import io.cambric.kernel.Operand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;

/**
 * Reads one array in the npy format. All of the header is checked against the number of available
 * bytes before memory is allocated for elements. Mutable, for one array.
 */
final class NpyReader {

  private static final int CHUNK_BYTES = 1 << 20;

  /** Magic bytes, and two bytes for the two version numbers. */
  private static final int VERSIONED_BYTES = 8;

  private final String file;
  private final ReadableByteChannel channel;
  private final long available;
  private long position;

  /**
   * Begins to read.
   *
   * @param file its name in messages
   * @param available the maximum of bytes in the channel
   */
  NpyReader(String file, ReadableByteChannel channel, long available) {
    this.file = file;
    this.channel = channel;
    this.available = available;
  }

  /** {@return an {@link NdArray}, or a {@link RawArray} of a dtype that Cambric lacks} */
  Object read() throws IOException {
    var header = header();
    var type = header.type();
    var units = units(header);
    long needed = units.size() * (long) type.unit().bytes();
    if (needed > available - position) {
      throw malformed(
          "an array %s%s needs %d bytes after the header, but it has %d"
              .formatted(type.name(), header.shape(), needed, available - position));
    }
    var read = rowMajor(header, units, elements(type, units));
    if (type.dtype() != null) {
      return NdArray.of(new ShapedArray(header.shape(), type.dtype()), read);
    }
    var bytes = HeapRoom.allocate(new ShapedArray(Shape.of(length(needed)), DType.U8)).bytes();
    read.write(littleEndian(bytes), 0, units.size());
    return RawArray.of(type.name(), header.shape(), bytes);
  }

  private int length(long bytes) {
    if (bytes > Shape.MAX_SIZE) {
      throw new DataException(
          "%s has %d raw bytes, more than the %d of a Java array. Split it along an axis."
              .formatted(file, bytes, Shape.MAX_SIZE));
    }
    return (int) bytes;
  }

  private NpyHeader header() throws IOException {
    var start = bytes(VERSIONED_BYTES);
    byte[] magic = new byte[NpyHeader.MAGIC.length];
    start.get(magic);
    if (!Arrays.equals(magic, NpyHeader.MAGIC)) {
      throw malformed("its first bytes are not \\x93NUMPY");
    }
    int major = Byte.toUnsignedInt(start.get());
    int minor = Byte.toUnsignedInt(start.get());
    int lengthBytes = NpyHeader.lengthBytes(major, minor);
    if (lengthBytes == 0) {
      throw malformed(
          "its version is %d.%d, but the format has 1.0, 2.0 and 3.0".formatted(major, minor));
    }
    var stored = bytes(lengthBytes);
    long length =
        lengthBytes == Short.BYTES
            ? Short.toUnsignedLong(stored.getShort())
            : Integer.toUnsignedLong(stored.getInt());
    if (length > NpyHeader.MAX_BYTES) {
      throw malformed(
          "its header has %d bytes, more than the limit of %d"
              .formatted(length, NpyHeader.MAX_BYTES));
    }
    try {
      var text = NpyHeader.charset(major).newDecoder().decode(bytes((int) length)).toString();
      return NpyHeader.parse(file, text);
    } catch (CharacterCodingException e) {
      throw NpyHeader.malformed(file, "its header is not UTF-8", e);
    }
  }

  /**
   * {@return the shape of the units in the file, with the units of an element along the last axis}
   */
  private Shape units(NpyHeader header) {
    int count = header.type().units();
    if (count == 1) {
      return header.shape();
    }
    length(header.shape().size() * (long) count);
    return header.shape().insert(header.shape().rank(), count);
  }

  private Buffer elements(NpyType type, Shape units) throws IOException {
    var buffer = HeapRoom.allocate(new ShapedArray(units, type.unit()));
    var order = type.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    int width = type.unit().bytes();
    int some = Math.min(CHUNK_BYTES / width, units.size());
    var chunk = ByteBuffer.allocate(some * width).order(order);
    // The loop counts the remaining elements, as an upper bound could overflow an int.
    for (int done = 0; done < units.size(); ) {
      int count = Math.min(some, units.size() - done);
      fill(chunk.clear().limit(count * width));
      requireTruth(type, chunk);
      buffer.read(chunk, done, count);
      done += count;
    }
    return buffer;
  }

  private void requireTruth(NpyType type, ByteBuffer chunk) {
    if (type.dtype() != DType.BOOL) {
      return;
    }
    for (int i = 0; i < chunk.limit(); i++) {
      if ((chunk.get(i) & ~1) != 0) {
        throw malformed("an element of dtype bool is %d, not 0 or 1".formatted(chunk.get(i)));
      }
    }
  }

  /** {@return the same elements, the last axis varying fastest} */
  private static Buffer rowMajor(NpyHeader header, Shape units, Buffer elements) {
    if (!header.fortranOrder()) {
      return elements;
    }
    int[] strides = units.strides();
    int stride = header.type().units();
    for (int i = 0; i < header.shape().rank(); i++) {
      strides[i] = stride;
      stride *= header.shape().dim(i);
    }
    // Kernels convert halves to floats, which would change the bits of some NaNs.
    boolean half = elements.dtype() == DType.F16 || elements.dtype() == DType.BF16;
    var stored = half ? elements.as(DType.U16) : elements;
    var operand = new Operand(stored, 0, strides);
    var aval = new ShapedArray(units, stored.dtype());
    var copy = NdArray.of(aval, operand, KernelRegistry.kernels()).buffer();
    return half ? copy.as(elements.dtype()) : copy;
  }

  /** Reads the rest, so that a checksum over all bytes is complete. */
  void drain() throws IOException {
    var rest = ByteBuffer.allocate((int) Math.min(CHUNK_BYTES, Math.max(1, available - position)));
    while (true) {
      int count = channel.read(rest.clear());
      if (count < 0) {
        return;
      }
      position += count;
      if (position > available) {
        throw malformed("it has more than its declared %d bytes".formatted(available));
      }
    }
  }

  private ByteBuffer bytes(int count) throws IOException {
    var bytes = littleEndian(new byte[count]);
    fill(bytes);
    return bytes;
  }

  private void fill(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int count = channel.read(bytes);
      if (count < 0) {
        throw malformed("it ends at byte %d".formatted(position));
      }
      position += count;
    }
    bytes.rewind();
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private DataException malformed(String what) {
    return NpyHeader.malformed(file, what);
  }
}
