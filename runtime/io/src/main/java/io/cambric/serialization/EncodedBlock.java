package io.cambric.serialization;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.RawArray;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A run of elements, written as one array of Flax: an extension value around an array of shape,
 * dtype and bytes.
 *
 * @param dtype the name of the dtype in NumPy
 * @param shape of the run
 * @param width the bytes of an element
 * @param count the number of elements
 * @param from the first element in the array
 * @param array an {@link NdArray} or a {@link RawArray}
 */
record EncodedBlock(String dtype, Shape shape, int width, int count, int from, Object array) {

  /**
   * {@return the block of a whole array}
   *
   * @param the operation, for the message about a tracer
   */
  static EncodedBlock of(Object array, String what) {
    if (array instanceof RawArray raw) {
      int count = raw.shape().size();
      int width = count == 0 ? 1 : raw.data().remaining() / count;
      return new EncodedBlock(raw.dtype(), raw.shape(), width, count, 0, raw);
    }
    var values = ((Array) array).concrete(what);
    var dtype = values.dtype();
    return new EncodedBlock(
        dtype.jaxName(), values.shape(), dtype.bytes(), values.size(), 0, values);
  }

  /** {@return a part of the block as a flat array} */
  EncodedBlock part(int start, int length) {
    return new EncodedBlock(dtype, Shape.of(length), width, length, from + start, array);
  }

  long bytes() {
    return (long) width * count;
  }

  /** Writes the array as an extension value. */
  void write(MsgpackHeaders out, ByteSink sink, int code, StatePath path) throws IOException {
    var name = dtype.getBytes(StandardCharsets.UTF_8);
    var counting = new ByteSink.Counting();
    writeHeader(new MsgpackHeaders(counting), counting, name);
    long payload = counting.count() + bytes();
    if (payload > MsgpackFormat.MAX_U32) {
      throw new DataException(
          "Msgpack needs values below 4 GiB, but at %s is an array of %d bytes outside a map. Put it in a map, where it is written in chunks."
              .formatted(path, bytes()));
    }
    out.extension(code, payload);
    writeHeader(out, sink, name);
    if (array instanceof NdArray values) {
      sink.elements(values.buffer(), values.offset() + from, count);
    } else {
      sink.bytes(((RawArray) array).data().slice(from * width, count * width));
    }
  }

  private void writeHeader(MsgpackHeaders out, ByteSink sink, byte[] name) throws IOException {
    out.array(3);
    out.array(shape.rank());
    for (int dim : shape.toArray()) {
      out.integer(dim);
    }
    out.text(name.length);
    sink.bytes(ByteBuffer.wrap(name));
    out.binary(bytes());
  }
}
