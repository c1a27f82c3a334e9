package io.cambric.frameworks.orbax;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.file.support.UnpackLimit;
import io.cambric.frameworks.content.ByteCursor;
import io.cambric.io.protobuf.Utf8;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A tree of keys and values in the files of OCDBT: a manifest, which names the root of the newest
 * version, nodes with other nodes below them, and nodes with values.
 */
final class OcdbtTree {

  private static final int UUID_BYTES = 16;

  private final Path folder;
  private final Function<String, DataException> malformed;
  private final NavigableMap<String, ValuePlace> places = new TreeMap<>();
  private final KeyValues values;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private final Set<OcdbtNode.Place> seen = new HashSet<>();
  private long nodeBytes;
  private long keyBytes;

  /**
   * A node that is not read yet.
   *
   * @param place of the node
   * @param height that it must have; 0 for a node with values
   * @param prefix of its keys
   */
  private record Pending(OcdbtNode.Place place, int height, byte[] prefix) {}

  private OcdbtTree(Path folder) {
    this.folder = folder;
    this.malformed = what -> KeyValues.malformed(folder, what, null);
    this.values = new KeyValues(folder, places);
  }

  /**
   * {@return all keys and the places of their values}
   *
   * @throws DataException if the files are damaged
   */
  static KeyValues keyValues(Path folder) {
    var tree = new OcdbtTree(folder);
    tree.readManifest();
    while (!tree.pending.isEmpty()) {
      tree.read(tree.pending.pop());
    }
    return tree.values;
  }

  private void readManifest() {
    var file = new ValuePlace.WholeFile(folder.resolve(OrbaxFolder.MANIFEST));
    var cursor = OcdbtFrame.content(file.read(), OcdbtFrame.MANIFEST, "its manifest", malformed);
    configuration(cursor);
    var node = new OcdbtNode(values, cursor);
    var root = node.newest(node.files(""));
    if (!root.isMissing()) {
      pending.push(new Pending(root.place(), root.height(), new byte[0]));
    }
  }

  /** Moves past the options of the writer. */
  private static void configuration(ByteCursor cursor) {
    cursor.bytes(UUID_BYTES);
    if (cursor.uint8() != 0) {
      throw cursor.malformed("names other manifests, but one with the versions is needed");
    }
    // The most bytes of a value in a node and of a node, and how wide the tree of versions is.
    cursor.varint();
    cursor.varint();
    cursor.uint8();
    if (cursor.varint() != 0) {
      // The level of the compression.
      cursor.int32();
    }
  }

  private void read(Pending next) {
    var place = next.place();
    if (!seen.add(place)) {
      throw malformed.apply(
          "the node at byte %d of %s is named twice"
              .formatted(place.offset(), place.file().path()));
    }
    var bytes = place.value().read();
    nodeBytes += bytes.length;
    var cursor =
        OcdbtFrame.content(
            bytes,
            OcdbtFrame.NODE,
            "the node at byte %d of %s".formatted(place.offset(), place.file().path()),
            malformed);
    int height = cursor.uint8();
    if (height != next.height()) {
      throw cursor.malformed("has the height %d, but needs %d", height, next.height());
    }
    var node = new OcdbtNode(values, cursor);
    var files = node.files(place.file().base());
    if (height == 0) {
      node.leaves(files).forEach(leaf -> put(joined(next.prefix(), leaf.key()), leaf.value()));
    } else {
      for (var child : node.children(files)) {
        var prefix = joined(next.prefix(), child.prefix());
        pending.push(new Pending(child.place(), height - 1, prefix));
      }
    }
    if (cursor.remaining() > 0) {
      throw cursor.malformed("has %d bytes after its entries", cursor.remaining());
    }
  }

  private byte[] joined(byte[] prefix, byte[] rest) {
    keyBytes += prefix.length + rest.length;
    if (keyBytes > UnpackLimit.bySize("").bytes(nodeBytes)) {
      throw malformed.apply(
          "its nodes of %d bytes have keys of more than %d".formatted(nodeBytes, keyBytes));
    }
    var joined = Arrays.copyOf(prefix, prefix.length + rest.length);
    System.arraycopy(rest, 0, joined, prefix.length, rest.length);
    return joined;
  }

  private void put(byte[] key, ValuePlace value) {
    var text = Utf8.decode(MemorySegment.ofArray(key));
    if (text == null) {
      throw malformed.apply("a key of %d bytes is not UTF-8".formatted(key.length));
    }
    if (places.put(text, value) != null) {
      throw malformed.apply("two of its values have the key %s".formatted(Quoted.of(text)));
    }
  }
}
