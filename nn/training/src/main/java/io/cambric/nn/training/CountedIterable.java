package io.cambric.nn.training;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.cambric.errors.DataException;
import io.cambric.io.iterator.ResumableIterable;
import io.cambric.io.iterator.ResumableIterator;
import java.util.Collection;
import java.util.Iterator;
import java.util.OptionalInt;

/**
 * The values of any iterable, with their count as position. An iterator from a position skips the
 * values before it.
 */
record CountedIterable<T>(Iterable<T> values) implements ResumableIterable<T> {

  static <T> ResumableIterable<T> of(Iterable<T> values) {
    return values instanceof ResumableIterable<T> resumable
        ? resumable
        : new CountedIterable<>(values);
  }

  @Override
  public OptionalInt size() {
    return values instanceof Collection<T> all ? OptionalInt.of(all.size()) : OptionalInt.empty();
  }

  @Override
  public ResumableIterator<T> iterator() {
    return new Counted<>(values.iterator());
  }

  @Override
  public ResumableIterator<T> iterator(long[] position) {
    if (position.length != 1 || position[0] < 0) {
      throw new DataException(
          "A position in these batches is one count, but got %d numbers. Resume with the data of the checkpoint."
              .formatted(position.length));
    }
    var iterator = new Counted<>(values.iterator());
    while (iterator.count < position[0]) {
      if (!iterator.hasNext()) {
        throw new DataException(
            "The checkpoint was made after %d batches of an epoch, but there are only %d. Resume with the data of the checkpoint."
                .formatted(position[0], iterator.count));
      }
      iterator.next();
    }
    return iterator;
  }

  /** An iterator that counts. */
  private static final class Counted<T> implements ResumableIterator<T> {

    private final Iterator<T> values;
    private long count;

    Counted(Iterator<T> values) {
      this.values = values;
    }

    @Override
    public boolean hasNext() {
      return values.hasNext();
    }

    @CanIgnoreReturnValue
    @Override
    public T next() {
      var next = values.next();
      count++;
      return next;
    }

    @Override
    public long[] position() {
      return new long[] {count};
    }

    @Override
    public void close() {
      // An iterator of the JDK holds nothing.
    }
  }
}
