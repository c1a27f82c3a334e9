package io.cambric.io.safetensors;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.Quoted;
import io.cambric.io.NamedArrays;
import io.cambric.io.safetensors.format.SafeTensorsFormat;
import io.cambric.io.safetensors.format.SafeTensorsHeader.Entry;
import io.cambric.io.safetensors.format.SafeTensorsReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * An open safetensors file, mapped into memory. Names, shapes and dtypes are known. Elements take
 * heap memory only on request, as copies.
 *
 * <p>Several threads may read at once. The file must not be changed as long as it is open.
 *
 * {@snippet :
 * try (var file = SafeTensors.open(Path.of("model.safetensors"))) {
 *   NdArray row = file.rows("embedding", 7, 8);
 * }
 * }
 *
 * @see SafeTensors#open(Path)
 */
public final class SafeTensorsFile implements NamedArrays, AutoCloseable {

  private final Path file;
  private final Map<String, Entry> entries;
  private final Map<String, String> metadata;
  private final MemorySegment data;
  private final Arena arena;

  private SafeTensorsFile(
      Path file, SafeTensorsReader.Layout layout, MemorySegment data, Arena arena) {
    this.file = file;
    this.metadata = Collections.unmodifiableMap(layout.metadata());
    this.data = data;
    this.arena = arena;
    this.entries = new LinkedHashMap<>();
    layout.entries().forEach(entry -> entries.put(entry.name(), entry));
  }

  static SafeTensorsFile open(Path file) {
    return InputFile.read(
        file,
        "a safetensors file",
        channel -> {
          var layout = new SafeTensorsReader(file.toString(), channel).layout();
          long bytes = layout.entries().stream().mapToLong(Entry::end).max().orElse(0);
          // The memory stays mapped when the channel is closed.
          var arena = Arena.ofShared();
          try {
            var data = channel.map(MapMode.READ_ONLY, layout.start(), bytes, arena);
            return new SafeTensorsFile(file, layout, data, arena);
          } catch (IOException e) {
            arena.close();
            throw e;
          }
        });
  }

  /** {@return the names, in the order of the file} */
  @Override
  public Set<String> names() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  /** {@return the free text in the header} */
  public Map<String, String> metadata() {
    return metadata;
  }

  @Override
  public ShapedArray aval(String name) {
    return entry(name).aval();
  }

  /** {@return the number of bytes of all elements in the file} */
  long dataBytes() {
    return data.byteSize();
  }

  /**
   * {@return the array with a name, copied from the file}
   *
   * @throws DataException if there is none, it is damaged, or the file is closed or was cut
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  @Override
  public NdArray get(String name) {
    var entry = entry(name);
    return elements(entry, entry.aval(), 0);
  }

  /**
   * {@return some rows of an array, copied out of the file}
   *
   * @param from the first index along axis 0
   * @param to the index after the last
   * @throws DataException if there is no such array, it has no such rows, it is damaged, or the
   *     file is closed or was cut
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the rows
   */
  public NdArray rows(String name, int from, int to) {
    var entry = entry(name);
    var shape = entry.shape();
    int rows = shape.rank() == 0 ? 0 : shape.dim(0);
    if (from < 0 || to < from || to > rows) {
      throw new DataException(
          "Rows %d to %d were requested from array %s of %s, which is %s. Pass 0 <= from <= to <= %d."
              .formatted(from, to, Quoted.of(name), file, entry.aval(), rows));
    }
    if (shape.rank() == 0) {
      throw new DataException(
          "Array %s of %s is a scalar without rows. Read it with get."
              .formatted(Quoted.of(name), file));
    }
    long each = shape.slice(1, shape.rank()).size() * (long) entry.dtype().bytes();
    return elements(entry, entry.aval().withShape(shape.with(0, to - from)), from * each);
  }

  private Entry entry(String name) {
    var entry = entries.get(name);
    if (entry == null) {
      throw new DataException(
          "%s has no array named %s among its %d arrays. names() lists them."
              .formatted(file, Quoted.of(name), entries.size()));
    }
    return entry;
  }

  private NdArray elements(Entry entry, ShapedArray aval, long offset) {
    var buffer = HeapRoom.allocate(aval);
    try {
      long bytes = aval.bytes();
      copy(data.asSlice(entry.begin() + offset, bytes), buffer);
    } catch (IllegalStateException e) {
      throw new DataException(
          "%s is closed, so array %s cannot be read. Read arrays before closing the file."
              .formatted(file, Quoted.of(entry.name())),
          e);
    } catch (InternalError e) {
      // This is how the JVM reports a page that is no longer in the file.
      throw new DataException(
          "Array %s of %s cannot be read: the file was truncated or its disk failed. Do not change files while they are open."
              .formatted(Quoted.of(entry.name()), file),
          e);
    }
    if (entry.dtype() == DType.BOOL) {
      requireTruth(buffer.bytes());
    }
    return NdArray.of(aval, buffer);
  }

  private static void copy(MemorySegment from, Buffer to) {
    // A buffer over a segment is limited to the largest int, so pieces are copied.
    int width = to.dtype().bytes();
    for (int done = 0; done < to.length(); ) {
      int count = Math.min(SafeTensorsFormat.CHUNK_BYTES / width, to.length() - done);
      var piece = from.asSlice((long) done * width, (long) count * width);
      to.read(piece.asByteBuffer().order(SafeTensorsFormat.ORDER), done, count);
      done += count;
    }
  }

  private void requireTruth(byte[] values) {
    for (byte value : values) {
      if ((value & ~1) != 0) {
        throw SafeTensorsFormat.malformed(
            file.toString(), "an element of a BOOL array is %d, not 0 or 1".formatted(value));
      }
    }
  }

  /** Closes the file; arrays from earlier reads stay valid. */
  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  /** {@return the file, and the names, shapes and dtypes of its arrays, one per line} */
  @Override
  public String toString() {
    return NamedArraysText.of(
        "SafeTensorsFile " + file, entries.keySet(), name -> aval(name).toString());
  }
}
