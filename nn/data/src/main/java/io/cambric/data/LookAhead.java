package io.cambric.data;

import io.cambric.io.iterator.ResumableIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An iterator that finds out whether there is a next value by making it; mutable. */
abstract class LookAhead<T> implements ResumableIterator<T> {

  private @Nullable T next;
  private long @Nullable [] before;
  private boolean ended;

  /** {@return the next value; null at the end} */
  abstract @Nullable T advance();

  /** {@return the position after the value that {@link #advance} returned last} */
  abstract long[] place();

  @Override
  public final boolean hasNext() {
    if (next == null && !ended) {
      // Before the attempt, so that a failure leaves the position where it was.
      before = place();
      next = advance();
      ended = next == null;
    }
    return next != null;
  }

  @Override
  public final T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    T value = Objects.requireNonNull(next);
    next = null;
    before = null;
    return value;
  }

  @Override
  public final long[] position() {
    var known = before;
    return known == null ? place() : known.clone();
  }
}
