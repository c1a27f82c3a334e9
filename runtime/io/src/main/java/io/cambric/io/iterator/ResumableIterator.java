package io.cambric.io.iterator;

import java.util.Iterator;

/**
 * An iterator that knows its position; mutable, for one thread.
 *
 * @param <T> the values
 */
public interface ResumableIterator<T> extends Iterator<T>, AutoCloseable {

  /**
   * {@return the position of the next value: numbers, always as many for the same values}
   *
   * <p>Values that are prepared but not yet taken do not count.
   */
  long[] position();

  /** Closes files and ends threads; more than one call is allowed. */
  @Override
  void close();
}
