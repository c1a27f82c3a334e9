package io.cambric.frameworks.hdf5;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;

/**
 * The header of a dataset, checked against the size of its file.
 *
 * @param path from the root, with slashes between
 * @param dtype the dtype in the words of NumPy
 * @param sizes of the axes
 * @param bytes the number of bytes of all elements
 * @param width the number of bytes of an element
 * @param order of the bytes of a number
 */
public record Hdf5Dataset(
    String path,
    String dtype,
    List<Long> sizes,
    long bytes,
    int width,
    ByteOrder order,
    Stored stored) {

  /** The name of the attribute with the dtype of opaque elements. */
  private static final String DTYPE = "dtype";

  /** The place and the filters of the elements. */
  record Stored(DataLayout layout, Filters filters) {}

  /**
   * {@return the dataset of a header}
   *
   * @throws DataException if it is malformed, or larger than the file allows
   */
  static Hdf5Dataset of(
      Hdf5Content content, String path, ObjectHeader header, TextAttributes attributes) {
    if (header.find(ObjectHeader.EXTERNAL_FILES).isPresent()) {
      throw content.unsupported(
          "dataset %s with its elements in another file".formatted(Quoted.of(path)));
    }
    var space = Dataspace.of(required(content, path, header, ObjectHeader.DATASPACE));
    var type = Datatype.of(required(content, path, header, ObjectHeader.DATATYPE));
    int width = type.bytes();
    if (Math.multiplyHigh(space.count(), width) != 0 || space.count() * width < 0) {
      throw content.malformed("dataset %s is larger than any file".formatted(Quoted.of(path)));
    }
    long bytes = space.count() * width;
    var layout = required(content, path, header, ObjectHeader.LAYOUT);
    var stored =
        new Stored(
            DataLayout.of(layout, space.sizes().size(), width, bytes),
            header.find(ObjectHeader.FILTERS).map(Filters::of).orElse(Filters.NONE));
    var dataset =
        new Hdf5Dataset(
            path,
            dtype(type, header, attributes),
            space.sizes(),
            bytes,
            width,
            type.order(),
            stored);
    dataset.requireStored(content);
    return dataset;
  }

  private static Hdf5Section required(
      Hdf5Content content, String path, ObjectHeader header, int type) {
    return header
        .find(type)
        .orElseThrow(() ->
            content.malformed(
                "object %s is neither a group nor a dataset".formatted(Quoted.of(path))));
  }

  private static String dtype(Datatype type, ObjectHeader header, TextAttributes attributes) {
    var texts = attributes.of(header).getOrDefault(DTYPE, List.of());
    boolean named = type.kind() == Datatype.Kind.OPAQUE && texts.size() == 1;
    return named ? texts.getFirst() : type.name();
  }

  /** {@return the number of bytes that become larger when they are read} */
  public long packedBytes() {
    return stored.filters().pack() ? bytes : 0;
  }

  private DataException malformed(Hdf5Content content, String verb) {
    return content.malformed("dataset %s %s".formatted(Quoted.of(path), verb));
  }

  private void requireStored(Hdf5Content content) {
    switch (stored.layout()) {
      case DataLayout.Inside(byte[] elements) -> {
        if (elements.length != bytes) {
          throw malformed(content, "has %d bytes, not %d".formatted(elements.length, bytes));
        }
      }
      case DataLayout.Whole(long address) -> {
        if (bytes > 0 && address == Hdf5Content.UNDEFINED) {
          throw malformed(content, "has no elements");
        }
        if (bytes > 0) {
          content.requireWithin(address, bytes, "dataset " + Quoted.of(path));
        }
      }
      case DataLayout.Pieces pieces -> requirePieces(content, pieces);
    }
  }

  private void requirePieces(Hdf5Content content, DataLayout.Pieces pieces) {
    long each = width;
    long needed = 1;
    for (int i = 0; i < sizes.size(); i++) {
      int size = pieces.sizes().get(i);
      each = Math.min(each * size, 1L << 32);
      needed = Math.min(needed * Math.ceilDiv(sizes.get(i), size), Integer.MAX_VALUE);
    }
    if (each > Integer.MAX_VALUE) {
      throw malformed(content, "has chunks of %d bytes or more".formatted(each));
    }
    long total = 0;
    var places = new HashSet<List<Long>>();
    for (var piece : pieces.pieces()) {
      requirePiece(content, pieces, piece, each);
      total += piece.bytes();
      places.add(piece.offsets());
    }
    if (places.size() != pieces.pieces().size() || places.size() != needed) {
      throw malformed(
          content, "has %d chunks, but needs %d".formatted(pieces.pieces().size(), needed));
    }
    if (total > content.size()) {
      throw malformed(content, "has chunks of %d bytes, more than the file".formatted(total));
    }
  }

  private void requirePiece(
      Hdf5Content content, DataLayout.Pieces pieces, DataLayout.Piece piece, long each) {
    content.requireWithin(piece.address(), piece.bytes(), "a chunk of " + Quoted.of(path));
    if (piece.bytes() > Integer.MAX_VALUE
        || !stored.filters().fits(piece.bytes(), piece.omitted(), each)) {
      throw malformed(
          content, "has a chunk of %d bytes instead of %d".formatted(piece.bytes(), each));
    }
    for (int i = 0; i < sizes.size(); i++) {
      long offset = piece.offsets().get(i);
      if (offset < 0 || offset >= sizes.get(i) || offset % pieces.sizes().get(i) != 0) {
        throw malformed(content, "has a chunk at %s".formatted(piece.offsets()));
      }
    }
  }
}
