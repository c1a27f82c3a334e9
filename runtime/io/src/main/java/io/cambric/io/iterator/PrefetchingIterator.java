package io.cambric.io.iterator;

import io.cambric.concurrent.DatasetFutures;
import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Values that a virtual thread prepares ahead of their reader; mutable, for one reader.
 *
 * <p>The position counts the values that the reader takes, not the prepared ones. A failure of the
 * thread reaches the reader after all earlier values.
 *
 * @param <T> the values
 */
public final class PrefetchingIterator<T> implements ResumableIterator<T> {

  private final BlockingQueue<Item<T>> queue;
  private final Thread thread;

  /** The work of the thread, complete once the values are closed. */
  private final Future<?> ended;

  private Position position;
  private @Nullable Item<T> head;

  /** A position, compared by identity, which no other thread changes. */
  private static final class Position {

    private final long[] numbers;

    Position(long[] numbers) {
      this.numbers = numbers;
    }
  }

  /** An answer of the thread. */
  private sealed interface Item<T> {

    record Value<T>(T value, Position behind) implements Item<T> {}

    record Failure<T>(Throwable cause) implements Item<T> {}

    record End<T>() implements Item<T> {}
  }

  private PrefetchingIterator(ResumableIterator<T> values, int ahead) {
    position = new Position(values.position());
    queue = new ArrayBlockingQueue<>(ahead);
    var work = new FutureTask<>(filling(values, queue), null);
    ended = work;
    thread = Thread.ofVirtual().name("cambric-prefetch").start(work);
  }

  /**
   * {@return the values of an iterator, which the thread reads and closes}
   *
   * @param ahead the maximum of waiting values, at least 1
   */
  public static <T> PrefetchingIterator<T> of(ResumableIterator<T> values, int ahead) {
    return new PrefetchingIterator<>(values, ahead);
  }

  private static <T> Runnable filling(ResumableIterator<T> values, BlockingQueue<Item<T>> queue) {
    return () -> fill(values, queue);
  }

  private static <T> void fill(ResumableIterator<T> values, BlockingQueue<Item<T>> queue) {
    try (values) {
      Item<T> item;
      do {
        item = next(values);
        queue.put(item);
      } while (item instanceof Item.Value);
    } catch (InterruptedException e) {
      // The reader is closed, and waits for this thread to end.
    }
  }

  private static <T> Item<T> next(ResumableIterator<T> values) {
    try {
      return values.hasNext() ? value(values) : new Item.End<>();
    } catch (Throwable e) {
      return new Item.Failure<>(e);
    }
  }

  private static <T> Item<T> value(ResumableIterator<T> values) {
    var value = values.next();
    return new Item.Value<>(value, new Position(values.position()));
  }

  @Override
  public boolean hasNext() {
    return switch (head()) {
      case Item.Value<T> _ -> true;
      case Item.End<T>() -> false;
      case Item.Failure<T>(var cause) -> throw DatasetFutures.failure(cause);
    };
  }

  @Override
  public T next() {
    return switch (head()) {
      case Item.Value<T>(var value, var behind) -> {
        head = null;
        position = behind;
        yield value;
      }
      case Item.End<T>() -> throw new NoSuchElementException();
      case Item.Failure<T>(var cause) -> throw DatasetFutures.failure(cause);
    };
  }

  private Item<T> head() {
    var known = head;
    if (known == null) {
      try {
        known = queue.take();
        head = known;
      } catch (InterruptedException e) {
        throw DatasetFutures.interrupted(e);
      }
    }
    return known;
  }

  @Override
  public long[] position() {
    return position.numbers.clone();
  }

  @Override
  public void close() {
    head = new Item.End<>();
    thread.interrupt();
    DatasetFutures.await(ended);
  }

  /** {@return the number of waiting values} */
  @Override
  public String toString() {
    return "PrefetchingIterator with %d values ahead".formatted(queue.size());
  }
}
