package io.cambric.data;

import io.cambric.errors.DataException;
import io.cambric.io.iterator.ResumableIterator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Padded batches of sequences of similar length.
 *
 * <p>Its position is the position of the oldest waiting value, then for each bucket the number of
 * later values that have left.
 */
final class BucketStage<T> extends Stage<PaddedBatch<T>> {

  private final Stage<T> from;
  private final int size;

  /** Ascending. */
  private final int[] lengths;

  BucketStage(Stage<T> from, int size, int[] lengths) {
    this.from = from;
    this.size = size;
    this.lengths = lengths;
  }

  @Override
  int numbers() {
    return from.numbers() + lengths.length;
  }

  @Override
  ResumableIterator<PaddedBatch<T>> open(long[] position, Epochs epochs) {
    return new Buckets<>(
        from.open(Positions.part(position, 0, from.numbers()), epochs),
        size,
        lengths,
        Positions.part(position, from.numbers(), lengths.length));
  }

  /** A value that was read; mutable. */
  private static final class Read<T> {

    private final long[] before;
    private final int bucket;

    /** Null once it has left. */
    private @Nullable T value;

    Read(long[] before, int bucket, @Nullable T value) {
      this.before = before;
      this.bucket = bucket;
      this.value = value;
    }

    T take() {
      var taken = Objects.requireNonNull(value);
      value = null;
      return taken;
    }
  }

  private static final class Buckets<T> extends LookAhead<PaddedBatch<T>> {

    private final ResumableIterator<T> values;
    private final int size;
    private final int[] lengths;

    /** Values that left before the position was taken, by bucket. */
    private final long[] gone;

    /** From the oldest waiting value on. */
    private final ArrayDeque<Read<T>> read = new ArrayDeque<>();

    private final List<List<Read<T>>> waiting = new ArrayList<>();

    Buckets(ResumableIterator<T> values, int size, int[] lengths, long[] gone) {
      this.values = values;
      this.size = size;
      this.lengths = lengths;
      this.gone = gone;
      for (int i = 0; i < lengths.length; i++) {
        waiting.add(new ArrayList<>());
      }
    }

    @Override
    @Nullable PaddedBatch<T> advance() {
      while (values.hasNext()) {
        int bucket = readOne();
        if (waiting.get(bucket).size() == size) {
          return leave(bucket);
        }
      }
      for (int bucket = 0; bucket < lengths.length; bucket++) {
        if (!waiting.get(bucket).isEmpty()) {
          return leave(bucket);
        }
      }
      return null;
    }

    private int readOne() {
      var before = values.position();
      T value = values.next();
      int bucket = bucketOf(SequencePadding.length(value));
      boolean left = gone[bucket] > 0;
      if (left) {
        gone[bucket]--;
      }
      var entry = new Read<>(before, bucket, left ? null : value);
      read.add(entry);
      if (!left) {
        waiting.get(bucket).add(entry);
      }
      forget();
      return bucket;
    }

    private int bucketOf(int length) {
      int found = Arrays.binarySearch(lengths, length);
      int bucket = found >= 0 ? found : -found - 1;
      if (bucket == lengths.length) {
        throw new DataException(
            "A padded batch needs sequences of at most %d elements, the longest bucket, but one has %d. Add a bucket, or truncate the sequences with map."
                .formatted(lengths[lengths.length - 1], length));
      }
      return bucket;
    }

    private PaddedBatch<T> leave(int bucket) {
      var batch = new ArrayList<T>(size);
      for (var entry : waiting.get(bucket)) {
        batch.add(entry.take());
      }
      waiting.get(bucket).clear();
      forget();
      return SequencePadding.batch(batch, size, lengths[bucket]);
    }

    /** Drops values that left before the oldest waiting value. */
    private void forget() {
      while (!read.isEmpty() && read.getFirst().value == null) {
        read.removeFirst();
      }
    }

    @Override
    long[] place() {
      var counts = gone.clone();
      for (var entry : read) {
        if (entry.value == null) {
          counts[entry.bucket]++;
        }
      }
      var start = read.isEmpty() ? values.position() : read.getFirst().before;
      return Positions.join(start, counts);
    }

    @Override
    public void close() {
      values.close();
    }
  }
}
