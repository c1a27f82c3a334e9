package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.testing.Seeds;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Places in tables of every dtype agree with a count of the elements before. */
class SearchSortedPropertyTest {

  static LongStream seeds() {
    return Seeds.of(60);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void a_place_is_the_number_of_elements_before_the_value(long seed) {
    var random = Seeds.generator(seed);
    for (var dtype : DType.values()) {
      int length = random.nextInt(random.nextBoolean() ? 6 : 200);
      var table = IndexOps.sort(numbers(random, dtype, length), 0).concrete("the test");
      var values = numbers(random, dtype, random.nextInt(1, 40));
      for (boolean right : List.of(false, true)) {
        var places = SearchSorted.of(table, values, right).concrete("the test");

        for (int i = 0; i < values.size(); i++) {
          assertThat(places.getLong(i))
              .as("value %d of %s in %s", i, values.valuesText(), table.valuesText())
              .isEqualTo(before(table, values, i, right));
        }
      }
    }
  }

  private static long before(NdArray table, NdArray values, int i, boolean right) {
    return IntStream.range(0, table.size())
        .filter(k -> {
          int order = compare(table, k, values, i);
          return right ? order <= 0 : order < 0;
        })
        .count();
  }

  private static int compare(NdArray x, int i, NdArray y, int j) {
    if (x.dtype() == DType.U64) {
      return Long.compareUnsigned(x.getLong(i), y.getLong(j));
    }
    return x.dtype().isFloating()
        // Adding 0 makes -0 positive; NaN is the largest double.
        ? Comparator.<Double>naturalOrder().compare(x.getDouble(i) + 0.0, y.getDouble(j) + 0.0)
        : Long.compare(x.getLong(i), y.getLong(j));
  }

  private static NdArray numbers(RandomGenerator random, DType dtype, int n) {
    var buffer = Buffer.allocate(dtype, n);
    double[] extremes =
        dtype.isFloating()
            ? new double[] {0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}
            : new double[] {dtype.lowest(), dtype.highest()};
    for (int i = 0; i < n; i++) {
      if (random.nextInt(4) == 0) {
        buffer.setDouble(i, extremes[random.nextInt(extremes.length)]);
      } else {
        buffer.setLong(i, random.nextInt(dtype == DType.BOOL ? 2 : 100));
      }
    }
    return NdArray.of(new ShapedArray(Shape.of(n), dtype), buffer);
  }
}
