package io.cambric.data;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random datasets of integers; mutable. */
final class RandomPipelines {

  private static final int MAX_SIZE = 12;

  private final RandomGenerator random;
  private final StringBuilder text = new StringBuilder();

  RandomPipelines(RandomGenerator random) {
    this.random = random;
  }

  /** {@return the steps of what was made last} */
  String text() {
    return text.toString();
  }

  Dataset<Integer> next() {
    text.setLength(0);
    var dataset = source();
    int steps = random.nextInt(5);
    for (int i = 0; i < steps; i++) {
      dataset = step(dataset);
    }
    return dataset;
  }

  private Dataset<Integer> source() {
    var values = IntStream.range(0, random.nextInt(MAX_SIZE)).boxed().toList();
    return switch (random.nextInt(3)) {
      case 0 -> named(" list" + values.size(), Dataset.of(values));
      case 1 -> named(" reading" + values.size(), Dataset.reading(() -> new Counted(values)));
      default -> {
        int[] ints = values.stream().mapToInt(i -> i).toArray();
        yield named(
            " arrays" + ints.length,
            Dataset.ofArrays(Numpy.array(ints)).map((Array row) -> (int) row.item()));
      }
    };
  }

  private Dataset<Integer> step(Dataset<Integer> from) {
    int n = 1 + random.nextInt(4);
    var key = Key.of(random.nextInt());
    return switch (random.nextInt(15)) {
      case 0 -> named(" map", from.map(i -> i + 1));
      case 1 -> named(" parallel" + n, from.map(i -> i * 3, n));
      case 2 -> named(" filter", from.filter(i -> i % 3 != 0));
      case 3 ->
          from.size().isPresent()
              ? named(" shuffle", from.shuffle(key))
              : named(" shuffle" + n, from.shuffle(key, n));
      case 4 -> named(" shuffle" + n, from.shuffle(key, n));
      case 5 -> named(" take" + 2 * n, from.take(2 * n));
      case 6 -> named(" skip" + n, from.skip(n));
      case 7 -> named(" repeat" + n, from.repeat(n));
      case 8 -> named(" prefetch" + n, from.prefetch(n));
      case 9 -> {
        var remainder = random.nextBoolean() ? Remainder.DROP : Remainder.KEEP;
        yield named(" batch" + n + remainder, from.batch(n, remainder, RandomPipelines::sum));
      }
      case 10 -> {
        int shift = 1 + random.nextInt(4);
        yield named(" window" + n + "/" + shift, from.window(n, shift).map(RandomPipelines::sum));
      }
      case 11 -> from.zip(source(), (a, b) -> a * 7 + b);
      case 12 -> Dataset.interleave(from, source(), source());
      case 13 -> named(" enumerate", from.enumerate().map(e -> (int) e.index() * 5 + e.value()));
      default ->
          named(
              " padded" + n,
              from.map(i -> Numpy.full(Shape.of(i & 7), i))
                  .paddedBatch(n, 2, 4, 7)
                  .map(batch -> (int) batch.values().sum().item() + batch.mask().size()));
    };
  }

  private Dataset<Integer> named(String name, Dataset<Integer> dataset) {
    text.append(name);
    return dataset;
  }

  private static int sum(List<Integer> values) {
    int sum = values.size();
    for (int value : values) {
      sum = 31 * sum + value;
    }
    return sum & 0xff;
  }

  /** {@return all values of an iterator} */
  static List<Integer> rest(Iterator<Integer> values) {
    var rest = new ArrayList<Integer>();
    values.forEachRemaining(rest::add);
    return rest;
  }

  /** A source without an index. */
  private static final class Counted implements RecordReader<Integer> {

    private final List<Integer> values;
    private int read;

    Counted(List<Integer> values) {
      this.values = values;
    }

    @Override
    public @Nullable Integer next() {
      return read < values.size() ? values.get(read++) : null;
    }

    @Override
    public void close() {
      read = values.size();
    }
  }
}
