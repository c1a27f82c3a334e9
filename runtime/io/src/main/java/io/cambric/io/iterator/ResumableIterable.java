package io.cambric.io.iterator;

import java.util.OptionalInt;

/**
 * Values in a fixed order, where iteration can resume at the position of an earlier reader.
 *
 * <p>Two iterators from the same position give equal values in the same order, in any process. So a
 * training continues from the position in a checkpoint with the same next values.
 *
 * @param <T> the values
 */
public interface ResumableIterable<T> extends Iterable<T> {

  /** {@return the number of values; empty if only reading the values would reveal it} */
  default OptionalInt size() {
    return OptionalInt.empty();
  }

  /** {@return an iterator from the beginning} */
  @Override
  ResumableIterator<T> iterator();

  /**
   * {@return an iterator from a position on}
   *
   * @param position from {@link ResumableIterator#position}, of an iterator over values from an
   *     equal source
   * @throws io.cambric.errors.DataException if it is not a position of these values
   */
  ResumableIterator<T> iterator(long[] position);
}
