package io.cambric.data;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.io.iterator.ResumableIterable;
import io.cambric.io.iterator.ResumableIterator;
import io.cambric.numpy.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A lazy pipeline: a source and the stages applied to it, in a fixed order. Immutable; nothing is
 * read before an iterator asks.
 *
 * <p>The same dataset gives the same values in the same order, in any process. An iterator knows
 * its position, and {@link #iterator(long[])} continues there. Positions belong to datasets of the
 * same steps over the same source.
 *
 * {@snippet :
 * Dataset<Example> batches = Dataset.ofArrays(new Example(images, labels))
 *     .shuffle(Key.of(0))
 *     .batch(64)
 *     .repeat(10)
 *     .prefetch(2);
 * }
 *
 * <p>Values are no {@code null}. Functions that are given to a dataset should have no state, since
 * a resumed iterator calls them again. The caller closes each iterator.
 *
 * @param <T> the values
 */
public final class Dataset<T> implements ResumableIterable<T> {

  private final Stage<T> stage;

  private Dataset(Stage<T> stage) {
    this.stage = stage;
  }

  /**
   * {@return the rows of arrays, as trees of arrays without axis 0}
   *
   * @param arrays a pytree of arrays whose axes 0 have one length, the number of values
   * @throws DataException if there is no array, one is a scalar, or the lengths differ
   */
  public static <T> Dataset<T> ofArrays(T arrays) {
    return new Dataset<>(new ArrayRows<>(arrays));
  }

  /** {@return the elements of a list, which is copied} */
  public static <T> Dataset<T> of(List<? extends T> values) {
    return new Dataset<>(new ListRows<T>(values));
  }

  /**
   * {@return values of a source that is read from its beginning}
   *
   * <p>Its position counts the values. To resume, the source is read again up to the position.
   *
   * @param source opens the source anew; it gives the same values each time
   */
  public static <T> Dataset<T> reading(Supplier<? extends RecordReader<T>> source) {
    return new Dataset<>(new ReaderStage<>(source));
  }

  /** {@return one value of each dataset in cyclic order; datasets that have ended are skipped} */
  @SafeVarargs
  public static <T> Dataset<T> interleave(Dataset<T>... datasets) {
    var stages = new ArrayList<Stage<T>>();
    for (var dataset : datasets) {
      stages.add(dataset.stage);
    }
    return new Dataset<>(new InterleaveStage<>(stages));
  }

  /**
   * {@return the same values, read at once and kept, so that their number is known}
   *
   * <p>For a dataset that repeats without end, this never returns.
   */
  public Dataset<T> inMemory() {
    var values = new ArrayList<T>();
    try (var iterator = iterator()) {
      iterator.forEachRemaining(values::add);
    }
    return of(values);
  }

  /**
   * {@return the number of values; empty if that is unknown before all are read}
   *
   * <p>It is known for arrays and lists, and for stages that map, zip, shuffle, batch or select
   * them.
   */
  @Override
  public OptionalInt size() {
    return stage.size();
  }

  @Override
  public ResumableIterator<T> iterator() {
    return stage.open(new long[stage.numbers()], Epochs.NONE);
  }

  @Override
  public ResumableIterator<T> iterator(long[] position) {
    if (position.length != stage.numbers()) {
      throw new DataException(
          "A position of this dataset needs %d numbers, but got %d. Resume with the dataset steps of the checkpoint."
              .formatted(stage.numbers(), position.length));
    }
    for (long number : position) {
      if (number < 0) {
        throw new DataException(
            "A position of a dataset needs numbers of at least 0, but got %d. Take it from position() of an iterator."
                .formatted(number));
      }
    }
    return stage.open(position.clone(), Epochs.NONE);
  }

  /** {@return a function of each value} */
  public <R> Dataset<R> map(Function<? super T, ? extends R> function) {
    return new Dataset<>(
        stage instanceof IndexedStage<T> indexed
            ? new MappedRows<T, R>(indexed, function)
            : new MapStage<T, R>(stage, function));
  }

  /**
   * {@return a function of each value, computed for several values at once on separate threads}
   *
   * <p>The order is kept. A failure is rethrown unchanged to the reader of its value.
   *
   * @param parallelism the number of values at once, at least 1
   */
  public <R> Dataset<R> map(Function<? super T, ? extends R> function, int parallelism) {
    requirePositive("map", "parallelism", parallelism);
    return new Dataset<>(new ParallelMapStage<T, R>(stage, function, parallelism));
  }

  /** {@return the values for which a condition holds} */
  public Dataset<T> filter(Predicate<? super T> condition) {
    return new Dataset<>(new FilterStage<>(stage, condition));
  }

  /**
   * {@return the values in a random order, a new one in each epoch of {@link #repeat} around it}
   *
   * @throws DataException if the size is not known; {@link #shuffle(Key, int)} shuffles streams
   */
  public Dataset<T> shuffle(Key key) {
    return selected("shuffle", "shuffle(key, window)", new Selection.Shuffle(key));
  }

  /**
   * {@return the values in an order that is random within windows of consecutive values}
   *
   * <p>To resume, it reads the current window again. Values of different windows do not mix.
   *
   * @param window how many values, all in memory
   */
  public Dataset<T> shuffle(Key key, int window) {
    requirePositive("shuffle", "window", window);
    return new Dataset<>(new WindowShuffleStage<>(stage, key, window));
  }

  /**
   * {@return two random parts of the values, each in the order of this dataset}
   *
   * <p>They are the same in all epochs, so no value of one part ever appears in the other.
   *
   * @param fraction of the values in the first part, in [0, 1]
   * @throws DataException if the size is not known
   */
  public Split<T> split(double fraction, Key key) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new DataException(
          "split needs a fraction in [0, 1], but got %s. Pass the fraction of the values for training."
              .formatted(fraction));
    }
    return new Split<>(
        selected("split", "filter", new Selection.Part(key, 0, fraction)),
        selected("split", "filter", new Selection.Part(key, fraction, 1)));
  }

  private Dataset<T> selected(String method, String instead, Selection selection) {
    var selected = stage.select(selection);
    if (selected == null) {
      throw new DataException(
          "%s needs a dataset of known size, such as arrays or a list, but this dataset is a stream. Use %s, or call inMemory first."
              .formatted(method, instead));
    }
    return new Dataset<>(selected);
  }

  /** {@return the first values, at most {@code count}} */
  public Dataset<T> take(long count) {
    return range(0, requireCount("take", count));
  }

  /** {@return the values after the first {@code count}} */
  public Dataset<T> skip(long count) {
    return range(requireCount("skip", count), Long.MAX_VALUE);
  }

  private Dataset<T> range(long start, long length) {
    var selected = stage.select(new Selection.Range(start, length));
    return new Dataset<>(selected == null ? new RangeStage<>(stage, start, length) : selected);
  }

  /** {@return the values with their numbers from 0 on} */
  public Dataset<IndexedValue<T>> enumerate() {
    return new Dataset<>(new EnumerateStage<>(stage));
  }

  /** {@return batches of a size as {@link #batch(int, Remainder)}, without a remainder} */
  public Dataset<T> batch(int size) {
    return batch(size, Remainder.DROP);
  }

  /**
   * {@return batches: trees of the same structure, each leaf with a new axis 0}
   *
   * <p>Each leaf has one shape and dtype in all values. Numbers and booleans become arrays if the
   * tree can hold arrays, as lists and maps can. Rows of {@link #ofArrays} are gathered in bulk,
   * also after {@link #shuffle(Key)}.
   *
   * @param size how many values a batch has
   * @param remainder whether the last values form a smaller batch
   */
  public Dataset<T> batch(int size, Remainder remainder) {
    requirePositive("batch", "size", size);
    return new Dataset<>(
        stage instanceof IndexedStage<T> indexed
            ? new BatchedRows<>(indexed, size, remainder)
            : new BatchStage<T, T>(stage, size, remainder, Stacking::stack));
  }

  /**
   * {@return a function of each run of {@code size} values}
   *
   * @param function from the values, which are fewer than {@code size} in a remainder
   */
  public <R> Dataset<R> batch(
      int size, Remainder remainder, Function<? super List<T>, ? extends R> function) {
    requirePositive("batch", "size", size);
    return new Dataset<>(new BatchStage<T, R>(stage, size, remainder, function));
  }

  /**
   * {@return batches of records: an array for each component, by its name}
   *
   * <p>Numbers and booleans give {@code [size]} of the dtype that {@code Numpy.array} gives them;
   * arrays give {@code [size, ...]}. Iterators fail at a component of another type.
   */
  public Dataset<Map<String, Array>> batchColumns(int size, Remainder remainder) {
    return batch(size, remainder, RecordColumns::of);
  }

  /**
   * {@return batches of sequences of several lengths, padded with zeros, with their masks}
   *
   * <p>A sequence waits in the smallest bucket that holds it, until the bucket has {@code size}
   * sequences. At the end of the values, batches are filled up with masked rows. So a jitted
   * function sees one shape for each bucket.
   *
   * @param size how many sequences a batch has
   * @param lengths of the padded sequences; iterators fail at a sequence longer than all
   */
  public Dataset<PaddedBatch<T>> paddedBatch(int size, int... lengths) {
    requirePositive("paddedBatch", "size", size);
    var sorted = Arrays.stream(lengths).sorted().distinct().toArray();
    requirePositive("paddedBatch", "number of lengths", sorted.length);
    requirePositive("paddedBatch", "length", sorted[0]);
    return new Dataset<>(new BucketStage<>(stage, size, sorted));
  }

  /** {@return the values repeated without end; empty if there are none} */
  public Dataset<T> repeat() {
    return repeat(Long.MAX_VALUE);
  }

  /** {@return the values a number of times} */
  public Dataset<T> repeat(long times) {
    return new Dataset<>(new RepeatStage<>(stage, requireCount("repeat", times)));
  }

  /**
   * {@return windows of {@code size} consecutive values, each beginning {@code shift} values after
   * the one before}
   *
   * <p>Incomplete windows at the end are left out.
   */
  public Dataset<List<T>> window(int size, int shift) {
    requirePositive("window", "size", size);
    requirePositive("window", "shift", shift);
    return new Dataset<>(new WindowStage<>(stage, size, shift));
  }

  /**
   * {@return a function of the values of this dataset and another one, as many as the shorter has}
   */
  public <U, R> Dataset<R> zip(
      Dataset<U> other, BiFunction<? super T, ? super U, ? extends R> function) {
    return new Dataset<>(
        stage instanceof IndexedStage<T> first && other.stage instanceof IndexedStage<U> second
            ? new ZippedRows<T, U, R>(first, second, function)
            : new ZipStage<T, U, R>(stage, other.stage, function));
  }

  /**
   * {@return the same values, prepared ahead of their reader on a virtual thread}
   *
   * <p>Positions count values that were read, not prepared ones. A failure is rethrown unchanged to
   * the reader, after the values before it. Closing an iterator ends its thread.
   *
   * @param ahead how many values wait at most
   */
  public Dataset<T> prefetch(int ahead) {
    requirePositive("prefetch", "number of values", ahead);
    return new Dataset<>(new PrefetchStage<>(stage, ahead));
  }

  private static void requirePositive(String method, String what, int number) {
    if (number < 1) {
      throw new DataException(
          "%s needs a %s of at least 1, but got %d. Pass a larger number."
              .formatted(method, what, number));
    }
  }

  private static long requireCount(String method, long count) {
    if (count < 0) {
      throw new DataException(
          "%s needs a count of at least 0, but got %d. Pass the number of values."
              .formatted(method, count));
    }
    return count;
  }

  /** {@return the number of values, where it is known} */
  @Override
  public String toString() {
    return size().isPresent()
        ? "Dataset of %d values".formatted(size().getAsInt())
        : "Dataset whose values are counted as they are read";
  }
}
