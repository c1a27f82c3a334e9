package io.cambric.io.safetensors.format;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.safetensors.format.SafeTensorsHeader.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one safetensors file: first all of the header, checked against the file's size, then
 * elements.
 */
public final class SafeTensorsReader {

  private static final int CHUNK_BYTES = 1 << 20;

  private final String file;
  private final FileChannel channel;

  /** Creates a reader of a file that stays open; its name is for messages. */
  public SafeTensorsReader(String file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * The locations of the arrays in a file.
   *
   * @param start the position from which entries count
   */
  public record Layout(List<Entry> entries, Map<String, String> metadata, long start) {}

  /**
   * {@return the locations of the arrays, checked against the size of the file}
   *
   * @throws DataException if the file is not sound
   */
  public Layout layout() throws IOException {
    long start = Long.BYTES + headerBytes();
    var header = header(start);
    requireGapless(header.entries(), channel.size() - start);
    return new Layout(header.entries(), header.metadata(), start);
  }

  /**
   * The arrays and the free text of a file.
   *
   * @param arrays by name, in the order of the header
   * @param metadata free text
   */
  public record Contents(Map<String, NdArray> arrays, Map<String, String> metadata) {}

  /**
   * {@return all arrays and the free text}
   *
   * @throws DataException if the file is not sound, or larger than the memory that the JVM may take
   */
  public Contents read() throws IOException {
    try {
      var layout = layout();
      var arrays = new LinkedHashMap<String, NdArray>();
      for (var entry : layout.entries()) {
        arrays.put(entry.name(), NdArray.of(entry.aval(), elements(entry, layout.start())));
      }
      return new Contents(arrays, layout.metadata());
    } catch (OutOfMemoryError e) {
      // The arrays read so far are garbage from here on, so memory is available again.
      throw new DataException(
          "Reading %s, a file of %d bytes, needs more memory than the maximum of the JVM, %d bytes. Start it with a larger -Xmx, or split the file."
              .formatted(file, channel.size(), Runtime.getRuntime().maxMemory()),
          e);
    }
  }

  /** {@return the free text, read from the header alone} */
  public Map<String, String> metadata() throws IOException {
    return header(Long.BYTES + headerBytes()).metadata();
  }

  private SafeTensorsHeader header(long end) throws IOException {
    return SafeTensorsHeader.read(file, new Section(channel, Long.BYTES, end));
  }

  private long headerBytes() throws IOException {
    long size = channel.size();
    if (size < Long.BYTES) {
      throw malformed(
          "it has %d bytes, but the length of the header alone takes 8".formatted(size));
    }
    long length = bytes(0, Long.BYTES).getLong();
    long room = Math.min(size - Long.BYTES, SafeTensorsFormat.MAX_HEADER_BYTES);
    if (length < 0 || length > room) {
      throw malformed(
          "its header would have %s bytes, but at most %d are possible"
              .formatted(Long.toUnsignedString(length), room));
    }
    return length;
  }

  /** Each byte after the header belongs to exactly one array. */
  private void requireGapless(List<Entry> entries, long dataBytes) {
    var sorted = new ArrayList<>(entries);
    sorted.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
    long at = 0;
    for (var entry : sorted) {
      if (entry.begin() != at) {
        throw malformed(
            "array %s begins at byte %d, but the previous array ends at %d"
                .formatted(Quoted.of(entry.name()), entry.begin(), at));
      }
      at = entry.end();
    }
    if (at != dataBytes) {
      throw malformed("its arrays take %d bytes, but it has %d".formatted(at, dataBytes));
    }
  }

  private Buffer elements(Entry entry, long dataStart) throws IOException {
    int count = entry.shape().size();
    int width = entry.dtype().bytes();
    var buffer = Buffer.allocate(entry.dtype(), count);
    // Counted by what is left, as a counter could step over the largest int.
    for (int done = 0; done < count; ) {
      int some = Math.min(CHUNK_BYTES / width, count - done);
      long position = dataStart + entry.begin() + (long) done * width;
      copy(bytes(position, some * width), buffer, done, some);
      done += some;
    }
    return buffer;
  }

  private void copy(ByteBuffer from, Buffer to, int at, int count) {
    if (to.dtype() == DType.BOOL) {
      copyBooleans(from, to.bytes(), at, count);
    } else {
      to.read(from, at, count);
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
