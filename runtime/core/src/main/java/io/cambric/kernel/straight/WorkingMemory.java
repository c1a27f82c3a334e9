package io.cambric.kernel.straight;

import io.cambric.array.DType;
import java.util.ArrayList;
import java.util.List;

/** The arrays that straight code needs for values on the way; mutable. */
final class WorkingMemory {

  /** An array of working memory. */
  record Piece(DType dtype, int length) {}

  private final int first;
  private final List<Piece> pieces = new ArrayList<>();

  /**
   * Starts with none.
   *
   * @param first number of the first array
   */
  WorkingMemory(int first) {
    this.first = first;
  }

  /** {@return a new array of some values, with these strides} */
  Access add(DType dtype, int length, int[] strides) {
    pieces.add(new Piece(dtype, length));
    return new Access(first + pieces.size() - 1, 0, strides, dtype);
  }

  List<Piece> pieces() {
    return List.copyOf(pieces);
  }
}
