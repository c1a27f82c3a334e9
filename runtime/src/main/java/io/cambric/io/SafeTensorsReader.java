package io.cambric.io;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads one safetensors file: first all of the header, checked against the file's size, then
 * elements.
 */
final class SafeTensorsReader {

  private static final int CHUNK_BYTES = 1 << 20;

  private final String file;
  private final FileChannel channel;

  SafeTensorsReader(String file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Where an array lies, its bytes counted from the end of the header. */
  private record Entry(String name, DType dtype, Shape shape, long begin, long end) {}

  SafeTensors read() throws IOException {
    int headerBytes = headerBytes();
    var header = parse(bytes(Long.BYTES, headerBytes));
    var entries = new ArrayList<Entry>();
    var metadata = new LinkedHashMap<String, String>();
    for (var property : header.properties()) {
      if (property.getKey().equals(SafeTensorsFormat.METADATA)) {
        readMetadata(property.getValue(), metadata);
      } else {
        entries.add(entry(property.getKey(), property.getValue()));
      }
    }
    long dataStart = Long.BYTES + (long) headerBytes;
    requireGapless(entries, channel.size() - dataStart);
    var arrays = new LinkedHashMap<String, NdArray>();
    for (var entry : entries) {
      var aval = new ShapedArray(entry.shape(), entry.dtype());
      arrays.put(entry.name(), NdArray.of(aval, elements(entry, dataStart)));
    }
    return SafeTensors.of(arrays, metadata);
  }

  private int headerBytes() throws IOException {
    long size = channel.size();
    if (size < Long.BYTES) {
      throw malformed(
          "it has %d bytes, and the length of the header alone takes 8".formatted(size));
    }
    long length = bytes(0, Long.BYTES).getLong();
    long room = Math.min(size - Long.BYTES, SafeTensorsFormat.MAX_HEADER_BYTES);
    if (length < 0 || length > room) {
      throw malformed(
          "its header would have %s bytes where at most %d can be"
              .formatted(Long.toUnsignedString(length), room));
    }
    return (int) length;
  }

  private JsonNode parse(ByteBuffer header) {
    JsonNode node;
    try {
      node = SafeTensorsFormat.JSON.readTree(header.array());
    } catch (JacksonException e) {
      var failure = malformed("its header is not JSON: " + e.getOriginalMessage());
      failure.initCause(e);
      throw failure;
    }
    if (!node.isObject()) {
      throw malformed("its header is not a JSON object");
    }
    return node;
  }

  private void readMetadata(JsonNode node, Map<String, String> metadata) {
    if (!node.isObject()) {
      throw malformed("the metadata of its header are not a JSON object");
    }
    for (var property : node.properties()) {
      if (!property.getValue().isString()) {
        throw malformed("the metadata \"%s\" are not a string".formatted(property.getKey()));
      }
      metadata.put(property.getKey(), property.getValue().stringValue());
    }
  }

  private Entry entry(String name, JsonNode node) {
    var dtype = dtype(name, node.path("dtype"));
    var shape = shape(name, node.path("shape"));
    var offsets = node.path("data_offsets");
    if (!offsets.isArray()
        || offsets.size() != 2
        || !offsets.get(0).canConvertToLong()
        || !offsets.get(1).canConvertToLong()) {
      throw malformed("array \"%s\" needs data_offsets of two integers".formatted(name));
    }
    long begin = offsets.get(0).longValue();
    long end = offsets.get(1).longValue();
    long needed = (long) shape.size() * dtype.bytes();
    if (begin < 0 || end < begin || end - begin != needed) {
      throw malformed(
          "array \"%s\" %s%s needs %d bytes, but its offsets are [%d, %d]"
              .formatted(name, dtype, shape, needed, begin, end));
    }
    return new Entry(name, dtype, shape, begin, end);
  }

  private DType dtype(String name, JsonNode node) {
    var text = node.isString() ? node.stringValue() : node.toString();
    return SafeTensorsFormat.dtype(text)
        .orElseThrow(() ->
            new DataException(
                "Array \"%s\" of %s has dtype %s, which Cambric does not have. Convert it to one of BOOL, U8 ... U64, I8 ... I64, BF16, F16, F32, F64."
                    .formatted(name, file, text)));
  }

  private Shape shape(String name, JsonNode node) {
    if (!node.isArray()) {
      throw malformed("array \"%s\" needs a shape".formatted(name));
    }
    int[] dims = new int[node.size()];
    long size = 1;
    for (int i = 0; i < dims.length; i++) {
      var dim = node.get(i);
      if (!dim.isIntegralNumber() || !dim.canConvertToInt() || dim.intValue() < 0) {
        throw malformed("array \"%s\" has %s for a size".formatted(name, dim));
      }
      dims[i] = dim.intValue();
      size = Math.min(size * dims[i], Long.MAX_VALUE / Integer.MAX_VALUE);
    }
    if (size > Integer.MAX_VALUE) {
      throw malformed("array \"%s\" of shape %s is too large".formatted(name, node));
    }
    return Shape.of(dims);
  }

  /** Each byte after the header belongs to exactly one array. */
  private void requireGapless(List<Entry> entries, long dataBytes) {
    var sorted = new ArrayList<>(entries);
    sorted.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
    long at = 0;
    for (var entry : sorted) {
      if (entry.begin() != at) {
        throw malformed(
            "array \"%s\" begins at byte %d, but the one before ends at %d"
                .formatted(entry.name(), entry.begin(), at));
      }
      at = entry.end();
    }
    if (at != dataBytes) {
      throw malformed("its arrays take %d bytes, but it has %d".formatted(at, dataBytes));
    }
  }

  private Buffer elements(Entry entry, long dataStart) throws IOException {
    int count = entry.shape().size();
    var buffer = Buffer.allocate(entry.dtype(), count);
    int chunk = CHUNK_BYTES / entry.dtype().bytes();
    for (int i = 0; i < count; i += chunk) {
      int some = Math.min(chunk, count - i);
      long position = dataStart + entry.begin() + (long) i * entry.dtype().bytes();
      copy(bytes(position, some * entry.dtype().bytes()), buffer, i, some);
    }
    return buffer;
  }

  private void copy(ByteBuffer from, Buffer to, int at, int count) {
    switch (to.dtype()) {
      case BOOL -> copyBooleans(from, to.bytes(), at, count);
      case U8, I8 -> from.get(to.bytes(), at, count);
      case U16, I16, BF16, F16 -> from.asShortBuffer().get(to.shorts(), at, count);
      case U32, I32 -> from.asIntBuffer().get(to.ints(), at, count);
      case U64, I64 -> from.asLongBuffer().get(to.longs(), at, count);
      case F32 -> from.asFloatBuffer().get(to.floats(), at, count);
      case F64 -> from.asDoubleBuffer().get(to.doubles(), at, count);
    }
  }

  private void copyBooleans(ByteBuffer from, byte[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      byte value = from.get();
      if (value != 0 && value != 1) {
        throw malformed("an element of a BOOL array is %d, not 0 or 1".formatted(value));
      }
      to[at + i] = value;
    }
  }

  private ByteBuffer bytes(long position, int count) throws IOException {
    var bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, position + bytes.position()) < 0) {
        throw malformed("it ends at byte %d".formatted(channel.size()));
      }
    }
    return bytes.flip();
  }

  private DataException malformed(String what) {
    return SafeTensorsFormat.malformed(file, what);
  }
}
