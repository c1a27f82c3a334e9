package io.cambric.data;

import io.cambric.io.iterator.ResumableIterator;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One stage of a dataset. Its first position is zeros. */
abstract class Stage<T> {

  /** {@return how many numbers a position has} */
  abstract int numbers();

  /**
   * {@return the values from a position on}
   *
   * @param position of {@link #numbers} numbers, none negative
   */
  abstract ResumableIterator<T> open(long[] position, Epochs epochs);

  /** {@return how many values there are, where that is known without reading them} */
  OptionalInt size() {
    return OptionalInt.empty();
  }

  /** {@return the selected values; null if values cannot be reached by their index} */
  @Nullable Stage<T> select(Selection selection) {
    return null;
  }
}
