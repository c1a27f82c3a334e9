package io.cambric.data;

import io.cambric.io.iterator.ResumableIterator;
import org.jspecify.annotations.Nullable;

/** Values with their numbers. */
final class EnumerateStage<T> extends Stage<IndexedValue<T>> {

  private final Stage<T> from;

  EnumerateStage(Stage<T> from) {
    this.from = from;
  }

  @Override
  int numbers() {
    return from.numbers() + 1;
  }

  @Override
  ResumableIterator<IndexedValue<T>> open(long[] position, Epochs epochs) {
    var values = from.open(Positions.part(position, 0, from.numbers()), epochs);
    return new LookAhead<>() {

      private long index = position[from.numbers()];

      @Override
      @Nullable IndexedValue<T> advance() {
        return values.hasNext() ? new IndexedValue<>(index++, values.next()) : null;
      }

      @Override
      long[] place() {
        return Positions.join(values.position(), index);
      }

      @Override
      public void close() {
        values.close();
      }
    };
  }
}
