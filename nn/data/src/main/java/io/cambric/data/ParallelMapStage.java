package io.cambric.data;

import io.cambric.concurrent.DatasetFutures;
import io.cambric.io.iterator.ResumableIterator;
import java.util.ArrayDeque;
import java.util.OptionalInt;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A function of each value, of several values at once, in the order of the values. */
final class ParallelMapStage<T, R> extends Stage<R> {

  private final Stage<T> from;
  private final Function<? super T, ? extends R> function;
  private final int parallelism;

  ParallelMapStage(Stage<T> from, Function<? super T, ? extends R> function, int parallelism) {
    this.from = from;
    this.function = function;
    this.parallelism = parallelism;
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
  @Nullable Stage<R> select(Selection selection) {
    var selected = from.select(selection);
    return selected == null ? null : new ParallelMapStage<>(selected, function, parallelism);
  }

  @Override
  ResumableIterator<R> open(long[] position, Epochs epochs) {
    return new Ahead<>(from.open(position, epochs), function, parallelism);
  }

  private static final class Ahead<T, R> extends LookAhead<R> {

    private final ResumableIterator<T> values;
    private final Function<? super T, ? extends R> function;
    private final int parallelism;
    private final ArrayDeque<Positioned<FutureTask<R>>> started = new ArrayDeque<>();

    Ahead(ResumableIterator<T> values, Function<? super T, ? extends R> function, int parallelism) {
      this.values = values;
      this.function = function;
      this.parallelism = parallelism;
    }

    @Override
    @Nullable R advance() {
      while (started.size() < parallelism && values.hasNext()) {
        var before = values.position();
        var value = values.next();
        var result = new FutureTask<R>(() -> function.apply(value));
        started.add(new Positioned<>(before, result));
        Thread.ofVirtual().name("cambric-data-map").start(result);
      }
      if (started.isEmpty()) {
        return null;
      }
      var result = DatasetFutures.join(started.getFirst().value());
      started.removeFirst();
      return result;
    }

    @Override
    long[] place() {
      return started.isEmpty() ? values.position() : started.getFirst().position();
    }

    @Override
    public void close() {
      started.forEach(each -> each.value().cancel(true));
      started.clear();
      values.close();
    }
  }
}
