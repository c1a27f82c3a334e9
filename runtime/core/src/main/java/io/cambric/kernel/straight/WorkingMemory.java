package io.cambric.kernel.straight;

import io.cambric.array.DType;
import io.cambric.kernel.FloatFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The arrays that straight code needs for intermediate values. Mutable. */
final class WorkingMemory {

  /** An array of working memory, or an object that the code calls. */
  sealed interface Piece {

    /** An array that each run of a program has for itself. */
    record Values(DType dtype, int length) implements Piece {}

    /** A function. */
    record Called(FloatFunction function) implements Piece {}
  }

  private final int first;
  private final List<Piece> pieces = new ArrayList<>();

  /**
   * Starts with no arrays.
   *
   * @param first number of the first array
   */
  WorkingMemory(int first) {
    this.first = first;
  }

  /** {@return a new array of some values, with these strides} */
  Access add(DType dtype, int length, int[] strides) {
    pieces.add(new Piece.Values(dtype, length));
    return new Access(first + pieces.size() - 1, 0, strides, dtype);
  }

  /** {@return the number of the array that holds a function} */
  int add(@Nullable FloatFunction function) {
    pieces.add(new Piece.Called(Objects.requireNonNull(function)));
    return first + pieces.size() - 1;
  }

  List<Piece> pieces() {
    return List.copyOf(pieces);
  }
}
