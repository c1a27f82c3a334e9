package io.cambric.nn.training;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.cambric.io.iterator.ResumableIterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values of an iterator, with a peek at the next one; mutable, for one thread. */
final class PeekedIterator<T> implements ResumableIterator<T> {

  private final ResumableIterator<T> values;
  private @Nullable Peeked<T> peeked;

  /** A peeked value and its position. */
  private record Peeked<T>(T value, long[] position) {}

  PeekedIterator(ResumableIterator<T> values) {
    this.values = values;
  }

  /** {@return the value that comes next, if there is one} */
  Optional<T> first() {
    if (peeked == null) {
      var position = values.position();
      if (!values.hasNext()) {
        return Optional.empty();
      }
      peeked = new Peeked<>(values.next(), position);
    }
    return Optional.of(peeked.value());
  }

  @Override
  public boolean hasNext() {
    return peeked != null || values.hasNext();
  }

  @CanIgnoreReturnValue
  @Override
  public T next() {
    if (peeked == null) {
      return values.next();
    }
    var value = peeked.value();
    peeked = null;
    return value;
  }

  @Override
  public long[] position() {
    return peeked == null ? values.position() : peeked.position().clone();
  }

  @Override
  public void close() {
    peeked = null;
    values.close();
  }
}
