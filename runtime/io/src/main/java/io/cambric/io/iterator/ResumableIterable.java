package io.cambric.io.iterator;

import java.util.OptionalInt;

/**
 * Values in one order, which can be taken up again where a reader stopped.
 *
 * <p>Two iterators from the same position give equal values in the same order, in any process. So a
 * checkpoint that holds the position continues with the values that would have come next.
 *
 * @param <T> the values
 */
public interface ResumableIterable<T> extends Iterable<T> {

  /** {@return the number of values; empty where it is not known without reading them} */
  default OptionalInt size() {
    return OptionalInt.empty();
  }

  /** {@return an iterator from the beginning} */
  @Override
  ResumableIterator<T> iterator();

  /**
   * {@return an iterator from a position on}
   *
   * @param position as {@link ResumableIterator#position} gave it, of an iterator over values that
   *     are made in the same way
   * @throws io.cambric.errors.DataException if it is no position of these values
   */
  ResumableIterator<T> iterator(long[] position);
}
