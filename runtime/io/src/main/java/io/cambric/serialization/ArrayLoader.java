package io.cambric.serialization;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.RawArray;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the headers of arrays in a decoded tree by arrays. Elements are copied from the source
 * into their array in one step, which also joins chunks.
 */
final class ArrayLoader {

  private final String name;
  private final ByteSource source;

  /**
   * Creates a loader.
   *
   * @param name of the file, for messages
   */
  ArrayLoader(String name, ByteSource source) {
    this.name = name;
    this.source = source;
  }

  /** {@return the tree with arrays instead of headers, and with unmodifiable maps and lists} */
  @Nullable Object load(@Nullable Object tree) throws IOException {
    return load(tree, StatePath.ROOT, true);
  }

  /**
   * {@return a subtree with arrays}
   *
   * @param inMaps whether only maps enclose it; Flax joins chunks only there
   */
  @SuppressWarnings("unchecked") // the decoder made the maps and lists
  private @Nullable Object load(@Nullable Object tree, StatePath path, boolean inMaps)
      throws IOException {
    return switch (tree) {
      case EncodedArray array -> array(array);
      case Map<?, ?> map when inMaps && Chunks.isChunked(map) ->
          array(Chunks.joined(name, map, path));
      case Map<?, ?> map -> map((Map<Object, @Nullable Object>) map, path, inMaps);
      case List<?> list -> list((List<@Nullable Object>) list, path);
      case null, default -> tree;
    };
  }

  private Map<Object, @Nullable Object> map(
      Map<Object, @Nullable Object> map, StatePath path, boolean inMaps) throws IOException {
    for (var entry : map.entrySet()) {
      entry.setValue(load(entry.getValue(), path.child(entry.getKey().toString()), inMaps));
    }
    return Collections.unmodifiableMap(map);
  }

  private List<@Nullable Object> list(List<@Nullable Object> list, StatePath path)
      throws IOException {
    for (int i = 0; i < list.size(); i++) {
      list.set(i, load(list.get(i), path.child(Integer.toString(i)), false));
    }
    return Collections.unmodifiableList(list);
  }

  private Object array(EncodedArray array) throws IOException {
    var dtype = EncodedArray.known(array.dtype());
    Object loaded = dtype == null ? raw(array) : values(array, dtype);
    return array.isScalar() ? new NumpyScalar(loaded) : loaded;
  }

  private RawArray raw(EncodedArray array) throws IOException {
    long bytes = array.bytes();
    if (bytes > Integer.MAX_VALUE - Long.BYTES) {
      throw MsgpackInput.malformed(
          name,
          "an array of dtype %s has %d bytes, more than a Java array holds"
              .formatted(Quoted.of(array.dtype()), bytes));
    }
    var buffer = Buffer.allocate(DType.U8, (int) bytes);
    fill(array, buffer);
    return RawArray.of(array.dtype(), array.shape(), buffer.bytes());
  }

  private NdArray values(EncodedArray array, DType dtype) throws IOException {
    var buffer = Buffer.allocate(dtype, array.shape().size());
    fill(array, buffer);
    if (dtype == DType.BOOL) {
      requireBooleans(buffer.bytes());
    }
    return NdArray.of(new ShapedArray(array.shape(), dtype), buffer);
  }

  private void fill(EncodedArray array, Buffer to) throws IOException {
    int width = to.dtype().bytes();
    int at = 0;
    for (var segment : array.segments()) {
      long end = segment.position() + segment.bytes();
      for (long position = segment.position(); position < end; ) {
        int some = (int) Math.min(end - position, source.most() / width * width);
        to.read(exactly(position, some), at, some / width);
        position += some;
        at += some / width;
      }
    }
  }

  private ByteBuffer exactly(long position, int count) throws IOException {
    var bytes = source.read(position, count);
    if (bytes.remaining() < count) {
      throw MsgpackInput.malformed(name, "it was truncated while it was read");
    }
    return bytes.order(ByteOrder.LITTLE_ENDIAN);
  }

  private void requireBooleans(byte[] elements) {
    for (byte element : elements) {
      if (element != 0 && element != 1) {
        throw MsgpackInput.malformed(
            name, "an element of a bool array is %d, not 0 or 1".formatted(element));
      }
    }
  }

  /** {@return the exception for a tree that does not fit into memory} */
  static DataException tooLarge(String name, long bytes, OutOfMemoryError cause) {
    return new DataException(
        "Reading %s, of %d bytes, needs more memory than the maximum of the JVM, %d bytes. Start it with a larger -Xmx."
            .formatted(name, bytes, Runtime.getRuntime().maxMemory()),
        cause);
  }
}
