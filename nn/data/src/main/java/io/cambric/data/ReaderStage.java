package io.cambric.data;

import io.cambric.errors.DataException;
import io.cambric.io.iterator.ResumableIterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Values read from their beginning. Its position is the number of values read. */
final class ReaderStage<T> extends Stage<T> {

  private final Supplier<? extends RecordReader<T>> source;

  ReaderStage(Supplier<? extends RecordReader<T>> source) {
    this.source = source;
  }

  @Override
  int numbers() {
    return 1;
  }

  @Override
  ResumableIterator<T> open(long[] position, Epochs epochs) {
    return new Values<>(source, position[0]);
  }

  private static final class Values<T> extends LookAhead<T> {

    private final Supplier<? extends RecordReader<T>> source;
    private long count;

    /** Open from the first value on. */
    private @Nullable RecordReader<T> reading;

    private boolean closed;

    Values(Supplier<? extends RecordReader<T>> source, long count) {
      this.source = source;
      this.count = count;
    }

    @Override
    @Nullable T advance() {
      if (closed) {
        return null;
      }
      var value = opened().next();
      if (value == null) {
        close();
      } else {
        count++;
      }
      return value;
    }

    private RecordReader<T> opened() {
      var open = reading;
      if (open == null) {
        open = source.get();
        reading = open;
        for (long i = 0; i < count; i++) {
          if (open.next() == null) {
            throw new DataException(
                "A position after %d values needs at least as many, but the source has %d. Resume with the data of the checkpoint."
                    .formatted(count, i));
          }
        }
      }
      return open;
    }

    @Override
    long[] place() {
      return new long[] {count};
    }

    @Override
    public void close() {
      closed = true;
      var open = reading;
      if (open != null) {
        open.close();
      }
    }
  }
}
