package io.cambric.data;

import io.cambric.io.iterator.ResumableIterator;
import org.jspecify.annotations.Nullable;

/**
 * A run of the values of a stream. Its position ends with the number of values read from the
 * stream.
 */
final class RangeStage<T> extends Stage<T> {

  private final Stage<T> from;
  private final long start;
  private final long length;

  RangeStage(Stage<T> from, long start, long length) {
    this.from = from;
    this.start = start;
    this.length = length;
  }

  @Override
  int numbers() {
    return from.numbers() + 1;
  }

  @Override
  ResumableIterator<T> open(long[] position, Epochs epochs) {
    var values = from.open(Positions.part(position, 0, from.numbers()), epochs);
    return new Run<>(values, start, length, position[from.numbers()]);
  }

  private static final class Run<T> extends LookAhead<T> {

    private final ResumableIterator<T> values;
    private final long start;
    private final long length;

    /** The number of values read, including values before the start. */
    private long read;

    Run(ResumableIterator<T> values, long start, long length, long read) {
      this.values = values;
      this.start = start;
      this.length = length;
      this.read = read;
    }

    @Override
    @Nullable T advance() {
      while (read < start && values.hasNext()) {
        values.next();
        read++;
      }
      if (read - start >= length || !values.hasNext()) {
        // Nobody can close an iterator of a loop over a few values.
        close();
        return null;
      }
      read++;
      return values.next();
    }

    @Override
    long[] place() {
      return Positions.join(values.position(), read);
    }

    @Override
    public void close() {
      values.close();
    }
  }
}
