package io.cambric.data;

import io.cambric.io.ResumableIterator;
import java.util.OptionalInt;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** Values that a virtual thread prepares ahead of their reader. */
final class PrefetchStage<T> extends Stage<T> {

  private final Stage<T> from;
  private final int ahead;

  PrefetchStage(Stage<T> from, int ahead) {
    this.from = from;
    this.ahead = ahead;
  }

  @Override
  int numbers() {
    return from.numbers();
  }

  @Override
  OptionalInt size() {
    return from.size();
  }

  @Override
  @Nullable Stage<T> select(Selection selection) {
    var selected = from.select(selection);
    return selected == null ? null : new PrefetchStage<>(selected, ahead);
  }

  @Override
  ResumableIterator<T> open(long[] position, Epochs epochs) {
    return new Reader<>(from.open(position, epochs), position, ahead);
  }

  /** What the thread hands over. */
  private sealed interface Item<T> {

    record Value<T>(T value, long[] behind) implements Item<T> {}

    record Failure<T>(Throwable cause) implements Item<T> {}

    record End<T>() implements Item<T> {}
  }

  private static final class Reader<T> extends LookAhead<T> {

    private final BlockingQueue<Item<T>> queue;
    private final Thread thread;
    private long[] position;
    private @Nullable Item<T> last;

    Reader(ResumableIterator<T> values, long[] position, int ahead) {
      this.position = position.clone();
      this.queue = new ArrayBlockingQueue<>(ahead);
      var items = queue;
      this.thread =
          Thread.ofVirtual().name("cambric-data-prefetch").start(() -> fill(values, items));
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
    @Nullable T advance() {
      return switch (take()) {
        case Item.Value<T>(var value, var behind) -> {
          position = behind;
          yield value;
        }
        case Item.Failure<T>(var cause) -> throw Background.failure(cause);
        case Item.End<T>() -> null;
      };
    }

    /** The last item is taken again and again. */
    private Item<T> take() {
      var known = last;
      if (known != null) {
        return known;
      }
      try {
        var item = queue.take();
        last = item instanceof Item.Value ? null : item;
        return item;
      } catch (InterruptedException e) {
        throw Background.interrupted(e);
      }
    }

    @Override
    long[] place() {
      return position.clone();
    }

    @Override
    public void close() {
      last = new Item.End<>();
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw Background.interrupted(e);
      }
    }
  }
}
