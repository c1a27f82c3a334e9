package io.cambric.serialization;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.RawArray;
import io.cambric.tree.NamedNode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a state dict in msgpack, with the extension types of Flax. Each value has the shortest
 * form, as msgpack-python writes it.
 */
final class MsgpackEncoder {

  private final MsgpackHeaders out;
  private final ByteSink sink;
  private final long maxChunkBytes;

  MsgpackEncoder(ByteSink sink, SerializationOptions options) {
    this.sink = sink;
    this.out = new MsgpackHeaders(sink);
    this.maxChunkBytes = options.maxChunkBytes();
  }

  /**
   * Writes a tree.
   *
   * @throws DataException if a value has no form in msgpack, with its path
   */
  void write(@Nullable Object tree) throws IOException {
    value(tree, StatePath.ROOT, true);
  }

  /**
   * Writes a value.
   *
   * @param inMaps whether only maps are around it; Flax splits no other arrays into chunks
   */
  private void value(@Nullable Object value, StatePath path, boolean inMaps) throws IOException {
    if (path.depth() > MsgpackFormat.MAX_DEPTH) {
      throw new DataException(
          "Msgpack needs a tree of at most %d levels, but %s is deeper. Look for a container that contains itself."
              .formatted(MsgpackFormat.MAX_DEPTH, path.above()));
    }
    switch (value) {
      case null -> out.type(MsgpackFormat.NIL);
      case Boolean truth -> out.type(truth ? MsgpackFormat.TRUE : MsgpackFormat.FALSE);
      case Byte number -> out.integer(number);
      case Short number -> out.integer(number);
      case Integer number -> out.integer(number);
      case Long number -> out.integer(number);
      case BigInteger number -> bigInteger(number, path);
      case Float number -> out.floating(number);
      case Double number -> out.floating(number);
      case String text -> text(text, path);
      case byte[] bytes -> {
        out.binary(bytes.length);
        sink.bytes(ByteBuffer.wrap(bytes));
      }
      case ComplexNumber(double real, double imaginary) -> complex(real, imaginary);
      case NumpyScalar(var array) ->
          EncodedBlock.of(array, "msgpack").write(out, sink, MsgpackFormat.NUMPY_SCALAR, path);
      case ExtValue ext -> {
        out.extension(ext.code(), ext.data().remaining());
        sink.bytes(ext.data());
      }
      case RawArray array -> array(EncodedBlock.of(array, "msgpack"), path, inMaps);
      case Array array -> array(EncodedBlock.of(array, "Msgpack at " + path), path, inMaps);
      case Map<?, ?> map -> map(PythonOrder.kept(map), path, inMaps);
      case NamedNode node -> map(node.entries(), path, inMaps);
      case List<?> list -> {
        out.array(list.size());
        for (int i = 0; i < list.size(); i++) {
          value(list.get(i), path.child(Integer.toString(i)), false);
        }
      }
      default -> throw refused(value, path);
    }
  }

  private static DataException refused(Object value, StatePath path) {
    return new DataException(
        "Msgpack needs arrays, numbers, booleans, strings, bytes, lists and maps, but at %s is an object of class %s. Convert it, or register its class with Serialization.register and call toBytes."
            .formatted(path, value.getClass().getTypeName()));
  }

  private void map(Map<?, ?> map, StatePath path, boolean inMaps) throws IOException {
    out.map(map.size());
    for (var entry : map.entrySet()) {
      var key = entry.getKey();
      switch (key) {
        case String _, Byte _, Short _, Integer _, Long _ -> value(key, path, false);
        case null, default ->
            throw new DataException(
                "Msgpack needs strings or integers as the keys of a map, but at %s is the key %s. Use strings as keys."
                    .formatted(path, key));
      }
      value(entry.getValue(), path.child(key.toString()), inMaps);
    }
  }

  private void array(EncodedBlock array, StatePath path, boolean inMaps) throws IOException {
    if (!inMaps || array.bytes() <= maxChunkBytes) {
      array.write(out, sink, MsgpackFormat.NDARRAY, path);
      return;
    }
    int some = (int) Math.min(array.count(), Math.max(1, maxChunkBytes / array.width()));
    int chunks = Math.ceilDiv(array.count(), some);
    out.map(3);
    text(MsgpackFormat.CHUNKED, path);
    out.type(MsgpackFormat.TRUE);
    text(MsgpackFormat.SHAPE, path);
    int[] dims = array.shape().toArray();
    out.map(dims.length);
    for (int i = 0; i < dims.length; i++) {
      text(Integer.toString(i), path);
      out.integer(dims[i]);
    }
    text(MsgpackFormat.CHUNKS, path);
    out.map(chunks);
    for (int i = 0; i < chunks; i++) {
      text(Integer.toString(i), path);
      int from = i * some;
      array
          .part(from, Math.min(some, array.count() - from))
          .write(out, sink, MsgpackFormat.NDARRAY, path);
    }
  }

  private void bigInteger(BigInteger number, StatePath path) throws IOException {
    if (number.bitLength() < Long.SIZE) {
      out.integer(number.longValue());
    } else if (number.signum() > 0 && number.bitLength() == Long.SIZE) {
      out.type(MsgpackFormat.UINT64);
      sink.room(Long.BYTES).putLong(number.longValue());
    } else {
      throw new DataException(
          "Msgpack needs integers of at most 64 bits, but at %s is one of %d bits. Write it as a string."
              .formatted(path, number.bitLength() + (number.signum() < 0 ? 1 : 0)));
    }
  }

  private void complex(double real, double imaginary) throws IOException {
    out.extension(MsgpackFormat.COMPLEX, 1 + 2 * (1 + Double.BYTES));
    out.array(2);
    out.floating(real);
    out.floating(imaginary);
  }

  private void text(String text, StatePath path) throws IOException {
    ByteBuffer bytes;
    try {
      bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw new DataException(
          "Msgpack needs Unicode strings, but at %s is %s, which has an unpaired surrogate. Write it as bytes."
              .formatted(path, Quoted.of(text)),
          e);
    }
    out.text(bytes.remaining());
    sink.bytes(bytes);
  }
}
