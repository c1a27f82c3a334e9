package io.cambric.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.io.iterator.ResumableIterator;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DatasetTest {

  record Example(Array x, Array y) {}

  record Point(float x, double weight, int label, boolean kept) {}

  private static Dataset<Integer> numbers(int count) {
    return Dataset.of(IntStream.range(0, count).boxed().toList());
  }

  private static <T> List<T> all(Dataset<T> dataset) {
    var all = new ArrayList<T>();
    try (var iterator = dataset.iterator()) {
      iterator.forEachRemaining(all::add);
    }
    return all;
  }

  @Test
  void batches_of_shuffled_arrays_hold_their_rows() {
    var examples = new Example(Numpy.arange(20).reshape(10, 2), Numpy.arange(10));
    var batches = all(Dataset.ofArrays(examples).shuffle(Key.of(1)).batch(4));

    assertThat(batches).hasSize(2);
    assertThat(batches.getFirst().x().shape()).isEqualTo(Shape.of(4, 2));
    for (var batch : batches) {
      for (int i = 0; i < 4; i++) {
        assertThat(batch.x().toInts()[2 * i]).isEqualTo(2 * batch.y().toInts()[i]);
      }
    }
    assertThat(batches.stream().flatMapToInt(b -> IntStream.of(b.y().toInts())).distinct())
        .hasSize(8);
  }

  @Test
  void a_remainder_is_dropped_unless_it_is_asked_for() {
    var rows = Dataset.ofArrays(Numpy.arange(7));
    assertThat(all(rows.batch(3))).extracting(Array::size).containsExactly(3, 3);
    assertThat(all(rows.batch(3, Remainder.KEEP))).extracting(Array::size).containsExactly(3, 3, 1);
  }

  @Test
  void each_epoch_has_an_order_of_its_own() {
    var values = all(numbers(50).shuffle(Key.of(3)).repeat(2));
    assertThat(values.subList(0, 50)).containsExactlyInAnyOrderElementsOf(values.subList(50, 100));
    assertThat(values.subList(0, 50)).isNotEqualTo(values.subList(50, 100));
    assertThat(values).isEqualTo(all(numbers(50).shuffle(Key.of(3)).repeat(2)));
  }

  @Test
  void a_split_has_each_value_in_one_part_in_all_epochs() {
    var split = numbers(10).shuffle(Key.of(1)).split(0.7, Key.of(2));
    assertThat(all(split.train())).hasSize(7);
    var both = new ArrayList<>(all(split.train()));
    both.addAll(all(split.test()));
    assertThat(both).containsExactlyInAnyOrderElementsOf(all(numbers(10)));
  }

  @Test
  void columns_of_records_become_arrays() {
    var points = Dataset.of(List.of(new Point(1, 2, 3, true), new Point(4, 5, 6, false)));
    var batch = all(points.batchColumns(2, Remainder.DROP)).getFirst();

    assertThat(batch.keySet()).containsExactly("x", "weight", "label", "kept");
    assertThat(batch.get("x").toFloats()).containsExactly(1, 4);
    assertThat(batch.get("label").dtype()).isEqualTo(DType.I32);
    assertThat(batch.get("label").toInts()).containsExactly(3, 6);
    assertThat(batch.get("kept").dtype()).isEqualTo(DType.BOOL);
  }

  @Test
  void numbers_in_maps_become_arrays() {
    Dataset<Map<String, Object>> maps = Dataset.of(List.of(Map.of("a", 1.5f), Map.of("a", 2.5f)));
    assertThat(((Array) all(maps.batch(2)).getFirst().get("a")).toFloats())
        .containsExactly(1.5f, 2.5f);
  }

  @Test
  void batch_refuses_values_of_several_shapes() {
    var ragged = Dataset.of(List.of(Numpy.zeros(Shape.of(2)), Numpy.zeros(Shape.of(3))));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> all(ragged.batch(2)))
        .withMessageStartingWith(
            "A batch needs values of equal shape and dtype, but the array is f32[2] in the "
                + "first value and f32[3] in value 1. Resize or pad the values, or use "
                + "paddedBatch.");
  }

  @Test
  void batch_refuses_records_of_numbers() {
    var points = Dataset.of(List.of(new Point(1, 2, 3, true)));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> all(points.batch(1)))
        .withMessageContaining("Use batchColumns for records of numbers");
  }

  @Test
  void sequences_are_padded_to_the_length_of_their_bucket() {
    var sequences =
        Dataset.of(List.of(1, 3, 2, 5))
            .map(length -> Map.of("x", Numpy.full(Shape.of(length), length)));
    var batches = all(sequences.paddedBatch(2, 2, 5));

    assertThat(batches).hasSize(2);
    var first = batches.getFirst();
    assertThat(first.values().get("x").shape()).isEqualTo(Shape.of(2, 2));
    assertThat(first.values().get("x").toInts()).containsExactly(1, 0, 2, 2);
    assertThat(first.mask().toInts()).containsExactly(1, 0, 1, 1);
    assertThat(batches.get(1).mask().toInts()).containsExactly(1, 1, 1, 0, 0, 1, 1, 1, 1, 1);
  }

  @Test
  void the_last_padded_batch_is_filled_up() {
    var batch = all(Dataset.of(List.of(Numpy.ones(Shape.of(1)))).paddedBatch(2, 2)).getFirst();
    assertThat(batch.mask().toInts()).containsExactly(1, 0, 0, 0);
  }

  @Test
  void paddedBatch_refuses_a_sequence_longer_than_all_buckets() {
    var sequences = Dataset.of(List.of(Numpy.zeros(Shape.of(6))));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> all(sequences.paddedBatch(1, 2, 5)))
        .withMessageStartingWith(
            "A padded batch needs sequences of at most 5 elements, the longest bucket, but "
                + "one has 6. Add a bucket, or truncate the sequences with map.");
  }

  @Test
  void windows_of_consecutive_values_overlap_or_leave_gaps() {
    assertThat(all(numbers(5).window(3, 1)))
        .containsExactly(List.of(0, 1, 2), List.of(1, 2, 3), List.of(2, 3, 4));
    assertThat(all(numbers(7).window(2, 3))).containsExactly(List.of(0, 1), List.of(3, 4));
  }

  @Test
  void interleave_takes_turns_until_all_have_ended() {
    assertThat(all(Dataset.interleave(numbers(3), numbers(1), numbers(2))))
        .containsExactly(0, 0, 0, 1, 1, 2);
  }

  /** Numbers from 0 on without an end. */
  private static final class Open implements RecordReader<Integer> {

    private final AtomicInteger open;
    private int next;

    Open(AtomicInteger open) {
      this.open = open;
      open.incrementAndGet();
    }

    @Override
    public Integer next() {
      return next++;
    }

    @Override
    public void close() {
      open.decrementAndGet();
    }
  }

  @Test
  void a_loop_over_a_part_of_a_stream_closes_it() {
    var open = new AtomicInteger();
    var stream = Dataset.reading(() -> new Open(open));
    var seen = new ArrayList<Integer>();

    for (int each : stream.skip(1).take(2)) {
      seen.add(each);
    }
    for (int each : stream.zip(numbers(2), Integer::sum)) {
      seen.add(each);
    }

    assertThat(seen).containsExactly(1, 2, 0, 2);
    assertThat(open).hasValue(0);
  }

  @Test
  void interleave_closes_all_where_one_cannot_be_closed() {
    var open = new AtomicInteger();
    var stuck =
        Dataset.reading(() ->
            new RecordReader<Integer>() {
              @Override
              public Integer next() {
                return 7;
              }

              @Override
              public void close() {
                throw new DataException("It is stuck.");
              }
            });
    var iterator = Dataset.interleave(stuck, Dataset.reading(() -> new Open(open))).iterator();
    assertThat(List.of(iterator.next(), iterator.next())).containsExactly(7, 0);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(iterator::close)
        .withMessageStartingWith("It is stuck.");
    assertThat(open).hasValue(0);
  }

  @Test
  void a_repetition_of_nothing_ends() {
    assertThat(all(numbers(5).filter(_ -> false).repeat())).isEmpty();
  }

  @Test
  void shuffle_refuses_a_stream() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> numbers(3).filter(_ -> true).shuffle(Key.of(0)))
        .withMessageStartingWith(
            "shuffle needs a dataset of known size, such as arrays or a list, but this "
                + "dataset is a stream. Use shuffle(key, window), or call inMemory first.");
  }

  @Test
  void a_position_of_other_steps_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> numbers(3).repeat(2).iterator(new long[1]))
        .withMessageStartingWith(
            "A position of this dataset needs 2 numbers, but got 1. Resume with the dataset "
                + "steps of the checkpoint.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> numbers(3).iterator(new long[] {4}))
        .withMessageStartingWith(
            "A position in a dataset of 3 values needs an index of at most that number, but got 4.");
  }

  @Test
  void arrays_of_several_lengths_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(
            () -> Dataset.ofArrays(new Example(Numpy.zeros(Shape.of(3)), Numpy.zeros(Shape.of(2)))))
        .withMessageContaining("has 2 rows and an earlier array 3");
  }

  @Test
  void positions_count_what_was_read_and_not_what_is_prepared() {
    try (ResumableIterator<Integer> iterator = numbers(9).map(i -> i, 4).prefetch(4).iterator()) {
      iterator.next();
      assertThat(iterator.hasNext()).isTrue();
      assertThat(iterator.position()).containsExactly(1);
    }
  }
}
