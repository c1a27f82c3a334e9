package io.cambric.frameworks.tensorflow;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.frameworks.content.ArrayHeader;
import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoSource;
import io.cambric.io.protobuf.Utf8;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The index of a bundle: a header under the empty key, and entries of tensors under their names.
 * Parts of tensors have keys that begin with a zero byte.
 */
final class BundleIndex {

  /** The version of the format that this reader knows. */
  private static final int VERSION = 1;

  private static final int BIG_ENDIAN = 1;

  /** Each pair is compared; a variable has one part for each server that trains it. */
  private static final int MAX_SLICES = 1 << 13;

  private final ProtoSource source;
  private final Map<String, BundleEntry> tensors = new LinkedHashMap<>();
  private final Map<ByteBuffer, BundleEntry> parts = new HashMap<>();
  private int shards;
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

  private BundleIndex(ProtoSource source) {
    this.source = source;
  }

  /**
   * {@return the index in the bytes of a file}
   *
   * @param name of the file, as the subject of messages
   * @throws DataException if it is damaged, or an entry disagrees with itself
   */
  static BundleIndex of(MemorySegment bytes, String name) {
    var source = new ProtoSource(name, TensorFlowCheckpoint.KIND, bytes, 0);
    var index = new BundleIndex(source);
    SortedTable.forEach(bytes, source::malformed, index::add);
    if (index.shards == 0) {
      throw source.malformed("it has no header, which has the empty key");
    }
    index.tensors.forEach(index::requireParts);
    return index;
  }

  /** {@return the entries by the names of their tensors, in the order of the index} */
  Map<String, BundleEntry> tensors() {
    return Collections.unmodifiableMap(tensors);
  }

  /** {@return the entry of a part of a tensor} */
  BundleEntry part(String name, TensorSlice slice) {
    var part = parts.get(ByteBuffer.wrap(slice.key(name.getBytes(StandardCharsets.UTF_8))));
    if (part == null) {
      throw malformed(
          name,
          "its part with %s elements from index %s on has no entry",
          slice.lengths(),
          slice.begins());
    }
    return part;
  }

  /** {@return the number of data files} */
  int shards() {
    return shards;
  }

  /** {@return the order of the bytes of an element} */
  ByteOrder order() {
    return order;
  }

  /** {@return the exception for a tensor} */
  DataException malformed(String tensor, String what, Object... values) {
    return source.malformed(
        "tensor %s is damaged, as %s".formatted(Quoted.of(tensor), what.formatted(values)));
  }

  /** {@return a key for a message} */
  static String quoted(byte[] key) {
    return Quoted.of(new String(key, StandardCharsets.UTF_8));
  }

  private void add(byte[] key, MemorySegment value) {
    var reader = source.message(value);
    if (key.length == 0) {
      header(reader);
      return;
    }
    if (shards == 0) {
      throw source.malformed("it has no header, which has the empty key");
    }
    var entry = BundleEntry.of(reader);
    if (key[0] == 0) {
      requireSound(quoted(key), entry);
      parts.put(ByteBuffer.wrap(key), entry);
      return;
    }
    var name = Utf8.decode(MemorySegment.ofArray(key));
    if (name == null) {
      throw source.malformed("the name %s is not UTF-8".formatted(quoted(key)));
    }
    requireSound(name, entry);
    tensors.put(name, entry);
  }

  private void header(ProtoReader reader) {
    long number = 0;
    while (reader.next()) {
      switch (reader.field()) {
        case 1 -> number = reader.varint();
        case 2 -> order = reader.int32() == BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : order;
        case 3 -> {
          var version = reader.message();
          while (version.next()) {
            if (version.field() == 2 && version.varint() > VERSION) {
              throw version.malformed(
                  "a reader of version %d or later is needed, but this one knows %d",
                  version.varint(), VERSION);
            }
          }
        }
        default -> {}
      }
    }
    if (number <= 0 || number > Integer.MAX_VALUE) {
      throw source.malformed("its header has the number %d of data files".formatted(number));
    }
    shards = (int) number;
  }

  /** Refuses an entry that disagrees with itself. */
  private void requireSound(String name, BundleEntry entry) {
    if (entry.shard() < 0 || entry.shard() >= shards) {
      throw malformed(name, "it lies in data file %d of %d, counted from 0", entry.shard(), shards);
    }
    if (entry.offset() < 0 || entry.bytes() < 0) {
      throw malformed(name, "it has %d bytes at byte %d", entry.bytes(), entry.offset());
    }
    long elements = entry.elements();
    if (elements == ArrayHeader.UNCOUNTABLE) {
      throw malformed(name, "its sizes %s make more elements than can be counted", entry.sizes());
    }
    long width = entry.width();
    if (width > 0 && !entry.isPartitioned() && !isProduct(entry.bytes(), elements, width)) {
      throw malformed(
          name,
          "dtype %s and sizes %s need %d bytes for each element, but there are %d",
          entry.dtype(),
          entry.sizes(),
          width,
          entry.bytes());
    }
  }

  private static boolean isProduct(long bytes, long elements, long width) {
    return bytes % width == 0 && bytes / width == elements;
  }

  /** Refuses parts that are not the whole tensor, each element once. */
  private void requireParts(String name, BundleEntry entry) {
    var slices = entry.slices();
    if (slices.size() > MAX_SLICES) {
      throw malformed(name, "it has %d parts, more than %d", slices.size(), MAX_SLICES);
    }
    long elements = 0;
    for (int i = 0; i < slices.size(); i++) {
      var slice = slices.get(i);
      if (!slice.fits(entry.sizes())) {
        throw malformed(
            name,
            "its part with %s elements from index %s on does not lie within its sizes %s",
            slice.lengths(),
            slice.begins(),
            entry.sizes());
      }
      for (int j = 0; j < i; j++) {
        if (slice.overlaps(slices.get(j), entry.sizes())) {
          throw malformed(name, "its parts %d and %d overlap", j, i);
        }
      }
      var part = part(name, slice);
      if (!part.sizes().equals(slice.sizes(entry.sizes())) || !part.dtype().equals(entry.dtype())) {
        throw malformed(
            name,
            "its part from index %s on is %s%s, but the whole is %s%s",
            slice.begins(),
            part.dtype(),
            part.sizes(),
            entry.dtype(),
            entry.sizes());
      }
      elements += part.elements();
    }
    if (!slices.isEmpty() && elements != entry.elements()) {
      throw malformed(name, "its parts have %d of %d elements", elements, entry.elements());
    }
  }
}
