package io.cambric.io.safetensors.format;

import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.file.support.Quoted;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/**
 * Writes one safetensors file. The header is built first, so that content unacceptable to readers
 * is refused before the disk is touched.
 */
public final class SafeTensorsWriter {

  private static final int CHUNK_BYTES = 1 << 20;

  private final Path file;
  private final Map<String, NdArray> arrays;
  private final ByteBuffer header;

  /**
   * Builds the header.
   *
   * @throws DataException if the file would be unreadable
   */
  public SafeTensorsWriter(Path file, Map<String, NdArray> arrays, Map<String, String> metadata) {
    this.file = file;
    this.arrays = arrays;
    this.header = header(metadata);
  }

  /**
   * Writes the file, which is unchanged or complete afterwards.
   *
   * @throws DataException if it cannot be written
   */
  public void write() {
    write(() -> AtomicFile.write(file, this::writeTo));
  }

  /**
   * Writes the file, and replaces a link of the same name, since this library chose the name.
   *
   * @param through wraps the channel of the file for writing
   * @throws DataException if it cannot be written
   */
  public void writeInPlaceOfLinks(UnaryOperator<WritableByteChannel> through) {
    write(() -> AtomicFile.writeInPlaceOfLinks(file, channel -> writeTo(through.apply(channel))));
  }

  private interface Writing {
    void run() throws IOException;
  }

  private void write(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw new DataException(
          "File %s cannot be written: %s. Check that its folder exists and has free space."
              .formatted(file, e),
          e);
    }
  }

  private void writeTo(WritableByteChannel channel) throws IOException {
    AtomicFile.writeFully(channel, header.duplicate());
    // Off-heap memory, which the system can write without a copy.
    var piece = ByteBuffer.allocateDirect(pieceBytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (var array : arrays.values()) {
      writeElements(channel, array, piece);
    }
  }

  private int pieceBytes() {
    long largest =
        arrays.values().stream()
            .mapToLong(array -> (long) array.size() * array.dtype().bytes())
            .max()
            .orElse(0);
    return (int) Math.min(CHUNK_BYTES, largest);
  }

  private ByteBuffer header(Map<String, String> metadata) {
    var bytes = new ByteArrayOutputStream();
    // Filled in once the length is known.
    bytes.writeBytes(new byte[Long.BYTES]);
    try (var json = SafeTensorsFormat.JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      writeMetadata(json, metadata);
      long offset = 0;
      for (var entry : arrays.entrySet()) {
        offset = writeEntry(json, entry.getKey(), entry.getValue(), offset);
        requireReadable(bytes.size() - Long.BYTES);
      }
      json.writeEndObject();
    }
    // Blanks after the JSON align the elements to a multiple of 8, as the format advises.
    while (bytes.size() % Long.BYTES != 0) {
      bytes.write(' ');
    }
    requireReadable(bytes.size() - Long.BYTES);
    var header = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    return header.putLong(0, header.capacity() - Long.BYTES);
  }

  private void writeMetadata(JsonGenerator json, Map<String, String> metadata) {
    if (metadata.isEmpty()) {
      return;
    }
    json.writeObjectPropertyStart(SafeTensorsFormat.METADATA);
    metadata.forEach((key, value) -> {
      requireText("a key of the metadata", key);
      requireText("the metadata %s".formatted(Quoted.of(key)), value);
      json.writeStringProperty(key, value);
    });
    json.writeEndObject();
  }

  /** {@return the end of the array} */
  private long writeEntry(JsonGenerator json, String name, @Nullable NdArray array, long offset) {
    requireText("the name of an array", name);
    if (name.equals(SafeTensorsFormat.METADATA)) {
      throw refused(
          "an array has the name %s, which the format reserves for text".formatted(Quoted.of(name)),
          "Choose another name.");
    }
    if (array == null) {
      throw refused("array %s is null".formatted(Quoted.of(name)), "Leave it out.");
    }
    var aval = array.aval();
    int[] dims = aval.shape().toArray();
    if (SafeTensorsFormat.elements(dims) == SafeTensorsFormat.UNCOUNTABLE) {
      throw refused(
          "array %s of shape %s has sizes with a product of more than 64 bits"
              .formatted(Quoted.of(name), Quoted.of(aval.shape().toString())),
          "Save it with fewer axes.");
    }
    long end = offset + aval.bytes();
    json.writeObjectPropertyStart(name);
    json.writeStringProperty("dtype", SafeTensorsFormat.name(aval.dtype()));
    json.writeName("shape");
    json.writeArray(dims, 0, dims.length);
    json.writeName("data_offsets");
    json.writeArray(new long[] {offset, end}, 0, 2);
    json.writeEndObject();
    return end;
  }

  private void requireText(String what, @Nullable String text) {
    if (text == null) {
      throw refused("%s is null".formatted(what), "Pass a string, or leave it out.");
    }
    if (!SafeTensorsFormat.isUnicode(text)) {
      throw refused(
          "%s is %s, which is not Unicode".formatted(what, Quoted.of(text)),
          "Pass a string with paired surrogates.");
    }
    requireReadable(text.length());
  }

  private void requireReadable(int headerBytes) {
    if (headerBytes > SafeTensorsFormat.MAX_HEADER_BYTES) {
      throw refused(
          "the names and shapes of %d arrays, and the metadata, take more than the %d bytes of a header"
              .formatted(arrays.size(), SafeTensorsFormat.MAX_HEADER_BYTES),
          "Write several files.");
    }
  }

  private DataException refused(String what, String mend) {
    return new DataException(
        "File %s would be an invalid safetensors file: %s. Nothing was written. %s"
            .formatted(file, what, mend));
  }

  private static void writeElements(WritableByteChannel channel, NdArray array, ByteBuffer piece)
      throws IOException {
    int width = array.dtype().bytes();
    // Counted by what is left, as a counter could step over the largest int.
    for (int done = 0; done < array.size(); ) {
      int count = Math.min(piece.capacity() / width, array.size() - done);
      piece.clear();
      array.buffer().write(piece, array.offset() + done, count);
      AtomicFile.writeFully(channel, piece.flip());
      done += count;
    }
  }
}
