package io.cambric.frameworks.hdf5;

import io.cambric.file.support.Quoted;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Reads the elements of one dataset. Its number of elements is one that an array can have. */
record ElementReader(String file, MemorySegment bytes, Hdf5Dataset dataset, ElementSink sink) {

  private static final int PART_BYTES = 1 << 20;

  void read() {
    switch (dataset.stored().layout()) {
      case DataLayout.Inside(byte[] elements) -> whole(MemorySegment.ofArray(elements));
      case DataLayout.Whole(long address) -> {
        if (dataset.bytes() > 0) {
          whole(bytes.asSlice(address, dataset.bytes()));
        }
      }
      case DataLayout.Pieces pieces -> pieces.pieces().forEach(piece -> piece(pieces, piece));
    }
  }

  private void whole(MemorySegment elements) {
    int width = dataset.width();
    int count = (int) (elements.byteSize() / width);
    int each = Math.max(1, PART_BYTES / width);
    // A buffer over a segment is limited to the largest int, so parts are passed on.
    for (int done = 0; done < count; ) {
      int now = Math.min(each, count - done);
      put(elements.asSlice((long) done * width, (long) now * width).asByteBuffer(), done, now);
      done += now;
    }
  }

  private void put(ByteBuffer elements, int at, int count) {
    sink.put(elements.order(dataset.order()), at, count);
  }

  private void piece(DataLayout.Pieces pieces, DataLayout.Piece piece) {
    int width = dataset.width();
    int size = pieces.sizes().stream().reduce(width, (a, b) -> a * b);
    byte[] stored = bytes.asSlice(piece.address(), piece.bytes()).toArray(ValueLayout.JAVA_BYTE);
    byte[] elements =
        dataset
            .stored()
            .filters()
            .undo(
                stored,
                piece.omitted(),
                size,
                width,
                verb ->
                    Hdf5Content.malformed(
                        file,
                        "a chunk of dataset %s %s".formatted(Quoted.of(dataset.path()), verb)));
    rows(pieces, piece, elements);
  }

  /** Passes on the rows of a chunk along the last axis, as far as they are in the array. */
  private void rows(DataLayout.Pieces pieces, DataLayout.Piece piece, byte[] elements) {
    int rank = dataset.sizes().size();
    int width = dataset.width();
    int row = rank == 0 ? 1 : pieces.sizes().get(rank - 1);
    int rows = elements.length / width / row;
    int kept = rank == 0 ? 1 : inside(pieces, piece, rank - 1);
    for (int i = 0; i < rows; i++) {
      long at = place(pieces, piece, i);
      if (at >= 0) {
        put(ByteBuffer.wrap(elements, i * row * width, kept * width), (int) at, kept);
      }
    }
  }

  /** {@return the number of indexes of a chunk along an axis that are in the array} */
  private int inside(DataLayout.Pieces pieces, DataLayout.Piece piece, int axis) {
    return (int)
        Math.min(pieces.sizes().get(axis), dataset.sizes().get(axis) - piece.offsets().get(axis));
  }

  /** {@return the index of the first element of a row of a chunk; negative outside of the array} */
  private long place(DataLayout.Pieces pieces, DataLayout.Piece piece, int row) {
    int rank = dataset.sizes().size();
    long at = rank == 0 ? 0 : piece.offsets().get(rank - 1);
    long stride = rank == 0 ? 1 : dataset.sizes().get(rank - 1);
    int rest = row;
    for (int axis = rank - 2; axis >= 0; axis--) {
      int size = pieces.sizes().get(axis);
      int index = rest % size;
      rest /= size;
      if (index >= inside(pieces, piece, axis)) {
        return -1;
      }
      at += (piece.offsets().get(axis) + index) * stride;
      stride *= dataset.sizes().get(axis);
    }
    return at;
  }
}
