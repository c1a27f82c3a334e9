package io.cambric.data;

import io.cambric.io.iterator.ResumableIterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The values for which a condition holds. */
final class FilterStage<T> extends Stage<T> {

  private final Stage<T> from;
  private final Predicate<? super T> condition;

  FilterStage(Stage<T> from, Predicate<? super T> condition) {
    this.from = from;
    this.condition = condition;
  }

  @Override
  int numbers() {
    return from.numbers();
  }

  @Override
  ResumableIterator<T> open(long[] position, Epochs epochs) {
    var values = from.open(position, epochs);
    return new LookAhead<>() {

      @Override
      @Nullable T advance() {
        while (values.hasNext()) {
          var value = values.next();
          if (condition.test(value)) {
            return value;
          }
        }
        return null;
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
