package io.cambric.data;

import io.cambric.io.iterator.ResumableIterator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A function of each value. */
final class MapStage<T, R> extends Stage<R> {

  private final Stage<T> from;
  private final Function<? super T, ? extends R> function;

  MapStage(Stage<T> from, Function<? super T, ? extends R> function) {
    this.from = from;
    this.function = function;
  }

  @Override
  int numbers() {
    return from.numbers();
  }

  @Override
  ResumableIterator<R> open(long[] position, Epochs epochs) {
    var values = from.open(position, epochs);
    return new LookAhead<>() {

      @Override
      @Nullable R advance() {
        return values.hasNext() ? function.apply(values.next()) : null;
      }

      @Override
      long[] place() {
        return values.position();
      }

      @Override
      public void close() {
        values.close();
      }
    };
  }
}
