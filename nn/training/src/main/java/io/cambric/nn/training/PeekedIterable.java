package io.cambric.nn.training;

import io.cambric.io.iterator.ResumableIterable;
import io.cambric.io.iterator.ResumableIterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The values of an iterable, with a peek at the first one; mutable, for one thread.
 *
 * <p>The iterator of the peek is also the first one that callers get. So a source that can be read
 * only once is read only once.
 *
 * @param <T> the values
 */
final class PeekedIterable<T> implements AutoCloseable {

  private final ResumableIterable<T> values;
  private @Nullable PeekedIterator<T> peeked;

  PeekedIterable(ResumableIterable<T> values) {
    this.values = values;
  }

  /** {@return the first value that the next iterator gives, if there is one} */
  Optional<T> first() {
    return peeked().first();
  }

  /** {@return the position of the first value} */
  long[] start() {
    return peeked().position();
  }

  private PeekedIterator<T> peeked() {
    var known = peeked;
    if (known == null) {
      known = new PeekedIterator<>(values.iterator());
      peeked = known;
    }
    return known;
  }

  /** {@return an iterator from the beginning, which the caller closes} */
  ResumableIterator<T> iterator() {
    var iterator = peeked();
    peeked = null;
    return iterator;
  }

  /** Closes the iterator of a peek, unless a caller got it. */
  @Override
  public void close() {
    if (peeked != null) {
      peeked.close();
      peeked = null;
    }
  }
}
