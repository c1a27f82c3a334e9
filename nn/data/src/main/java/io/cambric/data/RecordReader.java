package io.cambric.data;

import org.jspecify.annotations.Nullable;

/**
 * A reader of a source, from its beginning, one value after the other; mutable, for one thread.
 *
 * @param <T> the values
 */
public interface RecordReader<T> extends AutoCloseable {

  /**
   * {@return the next value; null at the end}
   *
   * @throws io.cambric.errors.DataException if the source cannot be read or is malformed
   */
  @Nullable T next();

  /** Closes the source; more than one call is allowed. */
  @Override
  void close();
}
