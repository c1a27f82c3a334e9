package io.cambric.frameworks.orbax;

import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.file.support.Quoted;
import io.cambric.frameworks.content.ArrayBlocks;
import io.cambric.io.compression.BlockCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the elements of an array in the zarr format, chunk after chunk. */
final class ZarrChunks {

  private static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;

  private final KeyValues values;
  private final ZarrHeader header;
  private final ShapedArray aval;
  private final int[] chunk;

  private ZarrChunks(KeyValues values, ZarrHeader header, ShapedArray aval) {
    this.values = values;
    this.header = header;
    this.aval = aval;
    this.chunk = header.chunks().stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * {@return the elements of an array}
   *
   * @param aval its dtype and shape
   * @param complete whether each chunk must be there; the elements of others are 0
   * @param what the array is, as the subject of messages
   * @throws io.cambric.errors.DataException if a chunk is damaged
   */
  static NdArray read(
      KeyValues values, ZarrHeader header, ShapedArray aval, boolean complete, String what) {
    return new ZarrChunks(values, header, aval).read(complete, what);
  }

  private NdArray read(boolean complete, String what) {
    long bytes = aval.dtype().bytes();
    long grid = 1;
    for (int axis = 0; axis < chunk.length; axis++) {
      bytes = Math.min(bytes * chunk[axis], Integer.MAX_VALUE);
      grid *= chunks(axis);
    }
    if (bytes > MAX_ARRAY_BYTES) {
      throw values.malformed(
          "array %s has chunks of %s, which are too large for a Java array",
          Quoted.of(header.key()), header.chunks());
    }
    // Nothing is reserved for an array whose chunks are not there.
    var chunks = chunks();
    if (complete && chunks.size() < grid) {
      throw values.malformed(
          "array %s has %d of %d chunks", Quoted.of(header.key()), chunks.size(), grid);
    }
    var blocks = new ArrayBlocks(aval);
    for (var next : chunks) {
      var elements = elements(next.key(), next.place().read(), (int) bytes);
      blocks.put(MemorySegment.ofArray(elements), header.order(), next.begins(), chunk);
    }
    return blocks.array(what);
  }

  /** A stored chunk, and the index of its first element along each axis. */
  private record Chunk(String key, ValuePlace place, int[] begins) {}

  private List<Chunk> chunks() {
    var chunks = new ArrayList<Chunk>();
    values
        .below(header.key())
        .forEach((key, place) -> {
          var begins = begins(key.substring(header.key().length() + 1));
          if (begins != null) {
            chunks.add(new Chunk(key, place, begins));
          }
        });
    return chunks;
  }

  /** {@return the number of chunks along an axis} */
  private long chunks(int axis) {
    return Math.ceilDiv((long) aval.shape().dim(axis), chunk[axis]);
  }

  /** {@return the first index of the chunk of a key; null for a key of something else} */
  private int @Nullable [] begins(String key) {
    if (chunk.length == 0) {
      return key.equals("0") ? new int[0] : null;
    }
    var indices = key.split(Pattern.quote(header.separator()), -1);
    if (indices.length != chunk.length) {
      return null;
    }
    var begins = new int[chunk.length];
    for (int axis = 0; axis < begins.length; axis++) {
      int index = index(indices[axis]);
      if (index < 0 || index >= chunks(axis)) {
        return null;
      }
      begins[axis] = index * chunk[axis];
    }
    return begins;
  }

  /** {@return a number in decimal digits, as short as it can be; -1 for another text} */
  private static int index(String text) {
    try {
      int index = Integer.parseInt(text);
      return text.equals(Integer.toString(index)) ? index : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private byte[] elements(String key, byte[] stored, int size) {
    if (!header.compressed()) {
      if (stored.length != size) {
        throw values.malformed(
            "chunk %s has %d bytes, but needs %d", Quoted.of(key), stored.length, size);
      }
      return stored;
    }
    if (!BlockCodec.isPossibleZstd(stored.length, size)) {
      throw values.malformed(
          "chunk %s has %d bytes, too few for the %d bytes of a chunk of %s",
          Quoted.of(key), stored.length, size, header.chunks());
    }
    try {
      var elements = new byte[size];
      int written = BlockCodec.ZSTD.unpack(stored, 0, stored.length, elements, 0, size);
      if (written != size) {
        throw values.malformed(
            "chunk %s becomes %d bytes, but needs %d", Quoted.of(key), written, size);
      }
      return elements;
    } catch (IOException e) {
      throw KeyValues.malformed(
          values.folder(),
          "chunk %s is not compressed with Zstandard: %s".formatted(Quoted.of(key), e.getMessage()),
          e);
    } catch (OutOfMemoryError e) {
      throw HeapRoom.exhausted("A chunk of " + header.key(), size, "", e);
    }
  }
}
