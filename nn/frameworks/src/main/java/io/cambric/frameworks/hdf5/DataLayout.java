package io.cambric.frameworks.hdf5;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/** The place of the elements of a dataset. */
sealed interface DataLayout {

  /** All elements in one piece. */
  record Whole(long address) implements DataLayout {}

  /** The elements are in the header. */
  record Inside(byte[] elements) implements DataLayout {}

  /**
   * Pieces of equal sizes, packed or not.
   *
   * @param sizes of a piece along the axes
   */
  record Pieces(List<Integer> sizes, List<Piece> pieces) implements DataLayout {}

  /**
   * A piece.
   *
   * @param offsets of its first element along the axes
   * @param bytes the number of bytes in the file
   * @param omitted a bit for each filter that it did not go through
   */
  record Piece(List<Long> offsets, long address, long bytes, long omitted) {}

  int INSIDE = 0;
  int WHOLE = 1;
  int PIECES = 2;
  int SINGLE = 1;

  /**
   * {@return the layout in a message}
   *
   * @param rank the number of axes
   * @param bytes the number of bytes of all elements
   */
  static DataLayout of(Hdf5Section section, int rank, int elementBytes, long bytes) {
    int version = section.version(1, 5);
    if (version < 3) {
      return old(section, rank, elementBytes, bytes);
    }
    int kind = section.byteValue();
    return switch (kind) {
      case INSIDE -> new Inside(section.bytes(section.shortValue()));
      case WHOLE -> new Whole(section.address());
      case PIECES ->
          version == 3
              ? tree(section, section.byteValue(), rank, elementBytes)
              : indexed(section, rank, elementBytes, bytes);
      default -> throw section.unsupported("a layout of kind " + kind);
    };
  }

  private static DataLayout old(Hdf5Section section, int rank, int elementBytes, long bytes) {
    int axes = section.byteValue();
    int kind = section.byteValue();
    section.skip(5);
    if (kind == WHOLE) {
      return new Whole(section.address());
    }
    if (kind == PIECES) {
      return tree(section, axes, rank, elementBytes);
    }
    section.skip((long) axes * Integer.BYTES);
    long length = section.intValue();
    if (kind != INSIDE || length != bytes) {
      throw section.malformed(
          "has a layout of kind %d with %d bytes, but needs %d".formatted(kind, length, bytes));
    }
    return new Inside(section.bytes(length));
  }

  private static DataLayout tree(Hdf5Section section, int axes, int rank, int elementBytes) {
    long address = section.address();
    var sizes = sizes(section, axes, rank, elementBytes, Integer.BYTES);
    var pieces =
        address == Hdf5Content.UNDEFINED
            ? List.<Piece>of()
            : leaves(section.content(), address, rank);
    return new Pieces(sizes, pieces);
  }

  private static List<Integer> sizes(
      Hdf5Section section, int axes, int rank, int elementBytes, int width) {
    var sizes = new ArrayList<Integer>();
    for (int i = 0; i < axes; i++) {
      long size = section.number(width);
      if (size <= 0 || size > Integer.MAX_VALUE) {
        throw section.malformed("has a chunk of size " + Long.toUnsignedString(size));
      }
      sizes.add((int) size);
    }
    if (axes != rank + 1 || sizes.removeLast() != elementBytes) {
      throw section.malformed(
          "has chunks with %d axes, not with %d and elements of %d bytes"
              .formatted(axes - 1, rank, elementBytes));
    }
    return List.copyOf(sizes);
  }

  private static List<Piece> leaves(Hdf5Content content, long root, int rank) {
    var pieces = new ArrayList<Piece>();
    var visited = new HashSet<Long>();
    var nodes = new ArrayDeque<>(List.of(root));
    int keyBytes = 2 * Integer.BYTES + (rank + 1) * Long.BYTES;
    while (!nodes.isEmpty()) {
      long address = nodes.remove();
      if (!visited.add(address)) {
        throw content.malformed("a tree of chunks leads back to byte " + address);
      }
      var node = BTreeNode.at(content, address, BTreeNode.CHUNKS, keyBytes);
      for (var child : node.children()) {
        if (node.level() > 0) {
          nodes.add(child.address());
        } else {
          pieces.add(piece(child, rank));
        }
      }
    }
    return List.copyOf(pieces);
  }

  private static Piece piece(BTreeNode.Child child, int rank) {
    var key = child.key();
    long bytes = key.intValue();
    long omitted = key.intValue();
    var offsets = new ArrayList<Long>();
    for (int i = 0; i < rank; i++) {
      offsets.add(key.length());
    }
    return new Piece(List.copyOf(offsets), child.address(), bytes, omitted);
  }

  private static DataLayout indexed(Hdf5Section section, int rank, int elementBytes, long bytes) {
    int flags = section.byteValue();
    int axes = section.byteValue();
    int width = section.byteValue();
    if (width < 1 || width > Long.BYTES) {
      throw section.malformed("has sizes of %d bytes".formatted(width));
    }
    var sizes = sizes(section, axes, rank, elementBytes, width);
    int index = section.byteValue();
    if (index != SINGLE) {
      throw section.unsupported("chunks in an index of kind " + index);
    }
    boolean filtered = (flags & 2) != 0;
    long stored = filtered ? section.length() : bytes;
    long omitted = filtered ? section.intValue() : 0;
    long address = section.address();
    boolean empty = address == Hdf5Content.UNDEFINED;
    var piece = new Piece(Collections.nCopies(rank, 0L), address, stored, omitted);
    return new Pieces(sizes, empty ? List.of() : List.of(piece));
  }
}
