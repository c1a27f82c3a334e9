package io.cambric.io;

import io.cambric.array.Buffer;
import io.cambric.core.NdArray;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;

/** Writes a safetensors file beside the old one and puts it in its place when it is complete. */
final class SafeTensorsWriter {

  private static final int CHUNK_BYTES = 1 << 20;

  private SafeTensorsWriter() {}

  static void write(Path file, Map<String, NdArray> arrays, Map<String, String> metadata)
      throws IOException {
    var folder = file.toAbsolutePath().getParent();
    var unfinished = Files.createTempFile(folder, "." + file.getFileName(), ".unfinished");
    try {
      try (var channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
        writeFully(channel, header(arrays, metadata));
        for (var array : arrays.values()) {
          writeElements(channel, array);
        }
        channel.force(true);
      }
      replace(unfinished, file);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static void replace(Path unfinished, Path file) throws IOException {
    try {
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static ByteBuffer header(Map<String, NdArray> arrays, Map<String, String> metadata) {
    var root = SafeTensorsFormat.JSON.createObjectNode();
    if (!metadata.isEmpty()) {
      var text = root.putObject(SafeTensorsFormat.METADATA);
      metadata.forEach(text::put);
    }
    long offset = 0;
    for (var entry : arrays.entrySet()) {
      var aval = entry.getValue().aval();
      var node = root.putObject(entry.getKey());
      node.put("dtype", SafeTensorsFormat.name(aval.dtype()));
      var shape = node.putArray("shape");
      Arrays.stream(aval.shape().toArray()).forEach(shape::add);
      long end = offset + (long) aval.shape().size() * aval.dtype().bytes();
      node.putArray("data_offsets").add(offset).add(end);
      offset = end;
    }
    var json = SafeTensorsFormat.JSON.writeValueAsBytes(root);
    // Blanks after the JSON put the elements at a multiple of 8, as the format advises.
    int padded = (json.length + 7) / 8 * 8;
    var bytes = ByteBuffer.allocate(Long.BYTES + padded).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(padded).put(json);
    while (bytes.hasRemaining()) {
      bytes.put((byte) ' ');
    }
    return bytes.flip();
  }

  private static void writeElements(FileChannel channel, NdArray array) throws IOException {
    int width = array.dtype().bytes();
    int chunk = CHUNK_BYTES / width;
    for (int i = 0; i < array.size(); i += chunk) {
      int count = Math.min(chunk, array.size() - i);
      var bytes = ByteBuffer.allocate(count * width).order(ByteOrder.LITTLE_ENDIAN);
      copy(array.buffer(), array.offset() + i, count, bytes);
      writeFully(channel, bytes);
    }
  }

  private static void copy(Buffer from, int at, int count, ByteBuffer to) {
    switch (from.dtype()) {
      case BOOL, U8, I8 -> to.duplicate().put(from.bytes(), at, count);
      case U16, I16, BF16, F16 -> to.asShortBuffer().put(from.shorts(), at, count);
      case U32, I32 -> to.asIntBuffer().put(from.ints(), at, count);
      case U64, I64 -> to.asLongBuffer().put(from.longs(), at, count);
      case F32 -> to.asFloatBuffer().put(from.floats(), at, count);
      case F64 -> to.asDoubleBuffer().put(from.doubles(), at, count);
    }
  }

  private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
