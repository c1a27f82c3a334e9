package io.cambric.data;

import io.cambric.errors.DataException;
import io.cambric.io.iterator.ResumableIterator;
import org.jspecify.annotations.Nullable;

/** Epochs of the same values. Its position begins with the number of the epoch. */
final class RepeatStage<T> extends Stage<T> {

  private final Stage<T> from;
  private final long times;

  RepeatStage(Stage<T> from, long times) {
    this.from = from;
    this.times = times;
  }

  @Override
  int numbers() {
    return from.numbers() + 1;
  }

  @Override
  ResumableIterator<T> open(long[] position, Epochs epochs) {
    if (position[0] > times) {
      throw new DataException(
          "A position in %d epochs needs an epoch of at most that number, but got %d. Resume with the data of the checkpoint."
              .formatted(times, position[0]));
    }
    return new Repeated<>(from, times, epochs, position);
  }

  private static final class Repeated<T> extends LookAhead<T> {

    private final Stage<T> from;
    private final long times;
    private final Epochs epochs;
    private long epoch;
    private ResumableIterator<T> values;

    /** Whether this epoch may have had values; an empty epoch ends the repetition. */
    private boolean started;

    Repeated(Stage<T> from, long times, Epochs epochs, long[] position) {
      this.from = from;
      this.times = times;
      this.epochs = epochs;
      this.epoch = position[0];
      var start = Positions.part(position, 1, from.numbers());
      for (long number : start) {
        started |= number != 0;
      }
      this.values = from.open(start, epochs.with(epoch));
    }

    @Override
    @Nullable T advance() {
      while (epoch < times) {
        if (values.hasNext()) {
          started = true;
          return values.next();
        }
        if (!started) {
          return null;
        }
        values.close();
        epoch++;
        started = false;
        values = from.open(new long[from.numbers()], epochs.with(epoch));
      }
      return null;
    }

    @Override
    long[] place() {
      return Positions.join(new long[] {epoch}, values.position());
    }

    @Override
    public void close() {
      values.close();
    }
  }
}
