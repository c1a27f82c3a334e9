package io.cambric.io.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistogramTest {

  @Test
  void buckets_are_those_in_use_and_an_empty_one_before() {
    var histogram = Histogram.of(NdArray.of(Shape.of(5), 0, 0, 0, 0, 0));

    assertThat(histogram)
        .isEqualTo(new Histogram(0, 0, 5, 0, 0, List.of(0.0, 1e-12), List.of(0.0, 5.0)));
  }

  @Test
  void limits_grow_by_a_tenth_on_both_sides_of_zero() {
    var histogram =
        Histogram.of(doubles(-1e-12, Math.nextDown(1e-12), 1e-12, Math.nextDown(1.1e-12)));

    assertThat(histogram.limits()).containsExactly(-1e-12, 0.0, 1e-12, 1e-12 * 1.1);
    assertThat(histogram.counts()).containsExactly(0.0, 1.0, 1.0, 2.0);
  }

  @Test
  void every_number_is_in_the_bucket_whose_limits_surround_it() {
    long seed = 35;
    var random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      double value = random.nextGaussian() * Math.pow(10, random.nextInt(-14, 20));

      var histogram = Histogram.of(doubles(value));

      assertThat(histogram.counts()).as("%s, seed %d", value, seed).containsExactly(0.0, 1.0);
      assertThat(histogram.limits().get(0)).as("seed %d", seed).isLessThanOrEqualTo(value);
      assertThat(histogram.limits().get(1)).as("seed %d", seed).isGreaterThan(value);
    }
  }

  @Test
  void numbers_beyond_all_limits_are_counted() {
    var histogram = Histogram.of(doubles(-1e300, 1e300));

    assertThat(histogram.num()).isEqualTo(2);
    assertThat(histogram.counts().getFirst()).isEqualTo(1);
    assertThat(histogram.counts().getLast()).isEqualTo(1);
    assertThat(histogram.limits().getLast()).isEqualTo(Double.MAX_VALUE);
  }

  @Test
  void numbers_that_are_not_finite_are_left_out() {
    var some = Histogram.of(doubles(Double.NaN, 1, Double.NEGATIVE_INFINITY));
    var none = Histogram.of(doubles(Double.NaN));

    assertThat(some.num()).isEqualTo(1);
    assertThat(some.max()).isEqualTo(1);
    assertThat(none.num()).isZero();
    assertThat(none.counts()).containsExactly(0.0, 0.0);
  }

  private static NdArray doubles(double... values) {
    return NdArray.of(new ShapedArray(Shape.of(values.length), DType.F64), Buffer.wrap(values));
  }
}
