package io.cambric.io.iterator;

import java.util.Iterator;

/**
 * An iterator that knows its position; mutable, for one thread.
 *
 * @param <T> the values
 */
public interface ResumableIterator<T> extends Iterator<T>, AutoCloseable {

  /**
   * {@return where the next value is: numbers, as many at any position of the same values}
   *
   * <p>Values that are prepared ahead of their reader do not count as read.
   */
  long[] position();

  /** Closes files and ends threads; more than one call is allowed. */
  @Override
  void close();
}
