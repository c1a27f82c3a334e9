package io.cambric.io;

import io.cambric.io.file.Background;
import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Values that a virtual thread prepares ahead of their reader; mutable, for one reader.
 *
 * <p>Its position is that of the reader, not of the thread. A failure of the thread reaches the
 * reader after the values before it.
 *
 * @param <T> the values
 */
public final class PrefetchingIterator<T> implements ResumableIterator<T> {

  private final BlockingQueue<Item<T>> queue;
  private final Thread thread;
  private long[] position;
  private @Nullable Item<T> head;

  /** An answer of the thread. */
  private sealed interface Item<T> {

    record Value<T>(T value, long[] behind) implements Item<T> {}

    record Failure<T>(Throwable cause) implements Item<T> {}

    record End<T>() implements Item<T> {}
  }

  private PrefetchingIterator(BlockingQueue<Item<T>> queue, Thread thread, long[] position) {
    this.queue = queue;
    this.thread = thread;
    this.position = position;
  }

  /**
   * {@return the values of an iterator, which the thread reads and closes}
   *
   * @param ahead how many values wait at most, from 1 on
   */
  public static <T> PrefetchingIterator<T> of(ResumableIterator<T> values, int ahead) {
    var position = values.position();
    var queue = new ArrayBlockingQueue<Item<T>>(ahead);
    var thread = Thread.ofVirtual().name("cambric-prefetch").start(() -> fill(values, queue));
    return new PrefetchingIterator<>(queue, thread, position);
  }

  private static <T> void fill(ResumableIterator<T> values, BlockingQueue<Item<T>> queue) {
    try (values) {
      Item<T> item;
      do {
        item = next(values);
        queue.put(item);
      } while (item instanceof Item.Value);
    } catch (InterruptedException e) {
      // The reader was closed and waits for this thread to end.
    }
  }

  private static <T> Item<T> next(ResumableIterator<T> values) {
    try {
      return values.hasNext()
          ? new Item.Value<>(values.next(), values.position())
          : new Item.End<>();
    } catch (Throwable e) {
      return new Item.Failure<>(e);
    }
  }

  @Override
  public boolean hasNext() {
    return switch (head()) {
      case Item.Value<T> _ -> true;
      case Item.End<T>() -> false;
      case Item.Failure<T>(var cause) -> throw Background.failure(cause);
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
      case Item.Failure<T>(var cause) -> throw Background.failure(cause);
    };
  }

  private Item<T> head() {
    var known = head;
    if (known == null) {
      try {
        known = queue.take();
        head = known;
      } catch (InterruptedException e) {
        throw Background.interrupted(e);
      }
    }
    return known;
  }

  @Override
  public long[] position() {
    return position.clone();
  }

  @Override
  public void close() {
    head = new Item.End<>();
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw Background.interrupted(e);
    }
  }
}
