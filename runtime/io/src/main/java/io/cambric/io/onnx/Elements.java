package io.cambric.io.onnx;

import io.cambric.errors.DataException;
import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoSource;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/** The location of the elements of a tensor. Their number is already checked. */
sealed interface Elements {

  /** Elements as bytes, little-endian. */
  record Stored(MemorySegment bytes) implements Elements {

    @Override
    public void forEachChunk(OnnxType type, Consumer<ByteBuffer> sink) {
      for (long at = 0; at < bytes.byteSize(); at += CHUNK_BYTES) {
        long length = Math.min(CHUNK_BYTES, bytes.byteSize() - at);
        sink.accept(bytes.asSlice(at, length).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN));
      }
    }
  }

  /** Elements as values of fields of the tensor. */
  record Listed(ProtoSource source, MemorySegment tensor) implements Elements {

    @Override
    public void forEachChunk(OnnxType type, Consumer<ByteBuffer> sink) {
      var chunk = new Chunk(source, type, sink);
      var fields = fields();
      while (fields.next()) {
        if (fields.field() == type.valuesField()) {
          chunk.addAll(fields);
        }
      }
      chunk.flush();
    }

    ProtoReader fields() {
      return source.message(tensor);
    }
  }

  /** The bytes of a chunk: whole elements of each type. */
  int CHUNK_BYTES = 1 << 20;

  /**
   * Passes on the elements in order, as little-endian bytes of files.
   *
   * @throws DataException if a value does not fit into the type
   */
  void forEachChunk(OnnxType type, Consumer<ByteBuffer> sink);

  /** Values of fields, collected as bytes; mutable. */
  final class Chunk {

    private static final int BYTES = 1 << 13;

    private final ProtoSource source;
    private final OnnxType type;
    private final Consumer<ByteBuffer> sink;
    private final ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private Chunk(ProtoSource source, OnnxType type, Consumer<ByteBuffer> sink) {
      this.source = source;
      this.type = type;
      this.sink = sink;
    }

    private void addAll(ProtoReader fields) {
      switch (fields.field()) {
        case TensorFields.FLOAT_DATA -> addStored(fields.floatBytes());
        case TensorFields.DOUBLE_DATA -> addStored(fields.doubleBytes());
        case TensorFields.INT32_DATA -> fields.varints(value -> add((int) value));
        default -> fields.varints(this::add);
      }
    }

    private void addStored(MemorySegment stored) {
      if (stored.byteSize() <= bytes.remaining()) {
        bytes.put(stored.asByteBuffer());
      } else {
        flush();
        new Stored(stored).forEachChunk(type, sink);
      }
    }

    private void add(long value) {
      if (bytes.remaining() < Long.BYTES) {
        flush();
      }
      int width = type.valueBytes();
      int bits = width * Byte.SIZE;
      if (bits < Long.SIZE && (value < -1L << (bits - 1) || value >= 1L << bits)) {
        throw source.malformed(
            "the value %d in %s does not fit the type %s"
                .formatted(value, TensorFields.name(type.valuesField()), type));
      }
      switch (width) {
        case 1 -> bytes.put((byte) value);
        case 2 -> bytes.putShort((short) value);
        case 4 -> bytes.putInt((int) value);
        default -> bytes.putLong(value);
      }
    }

    private void flush() {
      if (bytes.position() > 0) {
        sink.accept(bytes.flip());
        bytes.clear();
      }
    }
  }
}
