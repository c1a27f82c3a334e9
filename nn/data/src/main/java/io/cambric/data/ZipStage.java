package io.cambric.data;

import io.cambric.io.iterator.ResumableIterator;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A function of the values of two stages, up to the end of the shorter one. */
final class ZipStage<T, U, R> extends Stage<R> {

  private final Stage<T> first;
  private final Stage<U> second;
  private final BiFunction<? super T, ? super U, ? extends R> function;

  ZipStage(
      Stage<T> first, Stage<U> second, BiFunction<? super T, ? super U, ? extends R> function) {
    this.first = first;
    this.second = second;
    this.function = function;
  }

  @Override
  int numbers() {
    return first.numbers() + second.numbers();
  }

  @Override
  ResumableIterator<R> open(long[] position, Epochs epochs) {
    var left = first.open(Positions.part(position, 0, first.numbers()), epochs);
    var right = second.open(Positions.part(position, first.numbers(), second.numbers()), epochs);
    return new LookAhead<>() {

      @Override
      @Nullable R advance() {
        if (left.hasNext() && right.hasNext()) {
          return function.apply(left.next(), right.next());
        }
        // Reading the longer one to its end is not needed, so nothing else closes it.
        close();
        return null;
      }

      @Override
      long[] place() {
        return Positions.join(left.position(), right.position());
      }

      @Override
      public void close() {
        try {
          left.close();
        } finally {
          right.close();
        }
      }
    };
  }
}
