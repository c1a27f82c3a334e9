package io.cambric.io.npy;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.file.support.Quoted;
import io.cambric.io.RawArray;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes one array in the npy format as NumPy does: version 1.0, row-major, little-endian. */
final class NpyWriter {

  /** Small enough for a cache, together with the copied elements. */
  private static final int CHUNK_BYTES = 1 << 18;

  /** Elements begin at a multiple of this offset. */
  private static final int ALIGNMENT = 64;

  /** NumPy reserves room for this number of digits of axis 0, whose size may grow. */
  private static final int GROWTH_DIGITS = 21;

  private final Object array;
  private final byte[] header;

  private NpyWriter(Object array, byte[] header) {
    this.array = array;
    this.header = header;
  }

  /**
   * {@return a writer of an array}
   *
   * @param what the name of the array in messages
   * @throws DataException if it is neither an {@link Array} nor a {@link RawArray}, or NumPy lacks
   *     its dtype or its number of axes
   */
  static NpyWriter of(String what, @Nullable Object array) {
    return switch (array) {
      case Array given -> {
        var dense = given.concrete(what);
        yield new NpyWriter(dense, header(what, NpyType.descr(dense.dtype()), dense.shape()));
      }
      case RawArray raw ->
          new NpyWriter(
              raw,
              header(
                  what,
                  NpyType.descr(raw.dtype())
                      .orElseThrow(() ->
                          new DataException(
                              "%s has dtype %s, which NumPy does not have. Nothing was written. Convert it to another dtype."
                                  .formatted(what, Quoted.of(raw.dtype())))),
                  raw.shape()));
      case null, default ->
          throw new DataException(
              "%s needs an array or a raw array, but got %s. Nothing was written. Make an array of it first."
                  .formatted(what, Quoted.of(String.valueOf(array))));
    };
  }

  private static byte[] header(String what, String descr, Shape shape) {
    if (shape.rank() > NpyHeader.MAX_RANK) {
      throw new DataException(
          "%s has %d axes, more than the %d of NumPy. Nothing was written. Reshape it."
              .formatted(what, shape.rank(), NpyHeader.MAX_RANK));
    }
    var dims = new StringBuilder();
    for (int i = 0; i < shape.rank(); i++) {
      dims.append(i == 0 ? "" : ", ").append(shape.dim(i));
    }
    dims.append(shape.rank() == 1 ? "," : "");
    var text = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }".formatted(descr, dims);
    var growth = shape.rank() == 0 ? "" : " ".repeat(growth(shape.dim(0)));
    int before = NpyHeader.MAGIC.length + 2 + Short.BYTES;
    int unpadded = before + text.length() + growth.length() + 1;
    int padding = ALIGNMENT - unpadded % ALIGNMENT;
    var line = text + growth + " ".repeat(padding) + '\n';
    return ByteBuffer.allocate(before + line.length())
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(NpyHeader.MAGIC)
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) line.length())
        .put(line.getBytes(StandardCharsets.ISO_8859_1))
        .array();
  }

  private static int growth(int size) {
    return GROWTH_DIGITS - Integer.toString(size).length();
  }

  /** {@return the number of bytes of the whole file} */
  long size() {
    return header.length
        + switch (array) {
          case NdArray dense -> (long) dense.size() * dense.dtype().bytes();
          case RawArray raw -> raw.data().remaining();
          default -> throw new AssertionError(array);
        };
  }

  /** Writes the whole file; another call writes the same bytes again. */
  void write(WritableByteChannel channel) throws IOException {
    AtomicFile.writeFully(channel, ByteBuffer.wrap(header));
    if (array instanceof NdArray dense) {
      writeElements(channel, dense);
    } else if (array instanceof RawArray raw) {
      AtomicFile.writeFully(channel, raw.data());
    }
  }

  private static void writeElements(WritableByteChannel channel, NdArray array) throws IOException {
    int width = array.dtype().bytes();
    int some = Math.min(CHUNK_BYTES / width, array.size());
    // Off-heap memory, which the system can write without a copy.
    var chunk = ByteBuffer.allocateDirect(some * width).order(ByteOrder.LITTLE_ENDIAN);
    // Counted by what is left, as a counter could step over the largest int.
    for (int done = 0; done < array.size(); ) {
      int count = Math.min(some, array.size() - done);
      array.buffer().write(chunk.clear(), array.offset() + done, count);
      AtomicFile.writeFully(channel, chunk.flip());
      done += count;
    }
  }
}
