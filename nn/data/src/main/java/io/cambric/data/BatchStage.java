package io.cambric.data;

import io.cambric.io.iterator.ResumableIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A function of each run of some values. */
final class BatchStage<T, R> extends Stage<R> {

  private final Stage<T> from;
  private final int size;
  private final Remainder remainder;
  private final Function<? super List<T>, ? extends R> function;

  BatchStage(
      Stage<T> from,
      int size,
      Remainder remainder,
      Function<? super List<T>, ? extends R> function) {
    this.from = from;
    this.size = size;
    this.remainder = remainder;
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
        var batch = new ArrayList<T>();
        while (batch.size() < size && values.hasNext()) {
          batch.add(values.next());
        }
        boolean whole = batch.size() == size;
        return whole || (remainder == Remainder.KEEP && !batch.isEmpty())
            ? function.apply(batch)
            : null;
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
