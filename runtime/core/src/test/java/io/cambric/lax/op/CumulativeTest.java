package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.lax.Lax;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class CumulativeTest {

  static LongStream seeds() {
    return Seeds.of(200);
  }

  /** Whole numbers, of which no running result needs rounding. */
  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void each_element_combines_those_up_to_it_along_any_axis_of_any_dtype(long seed) {
    var random = new Random(seed);
    var dtypes = DType.values();
    var dtype = dtypes[random.nextInt(dtypes.length)];
    if (dtype == DType.BOOL) {
      dtype = DType.I32;
    }
    int rank = 1 + random.nextInt(3);
    int[] dims = new int[rank];
    for (int d = 0; d < rank; d++) {
      dims[d] = 1 + random.nextInt(random.nextBoolean() ? 5 : 60);
    }
    var shape = Shape.of(dims);
    int axis = random.nextInt(rank);
    boolean reverse = random.nextBoolean();
    boolean signed = dtype.isFloating() || dtype.kind() == DType.Kind.SIGNED;
    double[] values = new double[shape.size()];
    double[] signs = new double[shape.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(signed ? -2 : 0, 3);
      signs[i] = signed && random.nextBoolean() ? -1 : 1;
    }
    var x = TestArrays.of(dtype, shape, values);
    var factors = TestArrays.of(dtype, shape, signs);
    var what = "%s %s axis %d reverse %b".formatted(dtype, shape, axis, reverse);

    assertThat(TestArrays.doubles(Lax.cumsum(x, axis, reverse)))
        .as(what)
        .isEqualTo(running(CumulativeKind.SUM, values, shape, axis, reverse));
    assertThat(TestArrays.doubles(Lax.cumprod(factors, axis, reverse)))
        .as(what)
        .isEqualTo(running(CumulativeKind.PROD, signs, shape, axis, reverse));
    assertThat(TestArrays.doubles(Lax.cummax(x, axis, reverse)))
        .as(what)
        .isEqualTo(running(CumulativeKind.MAX, values, shape, axis, reverse));
    assertThat(TestArrays.doubles(Lax.cummin(x, axis, reverse)))
        .as(what)
        .isEqualTo(running(CumulativeKind.MIN, values, shape, axis, reverse));
  }

  private static double[] running(
      CumulativeKind kind, double[] x, Shape shape, int axis, boolean reverse) {
    int stride = shape.strides()[axis];
    int length = shape.dim(axis);
    double[] out = x.clone();
    for (int i = 0; i < x.length; i++) {
      int place = i / stride % length;
      int end = reverse ? length - 1 : 0;
      double result = x[i + (end - place) * stride];
      for (int at = end; at != place; ) {
        at += reverse ? -1 : 1;
        double value = x[i + (at - place) * stride];
        result =
            switch (kind) {
              case SUM -> result + value;
              case PROD -> result * value;
              case MAX -> Math.max(result, value);
              default -> Math.min(result, value);
            };
      }
      out[i] = result;
    }
    return out;
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"U8", "U16", "U32", "U64"})
  void the_largest_unsigned_integer_stays_the_maximum(DType dtype) {
    // 0 - 1 wraps to the largest value.
    var zero = TestArrays.of(dtype, Shape.of(3), 0, 0, 5);
    var x = Lax.sub(zero, TestArrays.of(dtype, Shape.of(3), 1, 0, 0));

    assertThat(TestArrays.doubles(Lax.eq(Lax.cummax(x, 0, false), x))).containsExactly(1, 0, 0);
    assertThat(TestArrays.doubles(Lax.cummin(x, 0, true))).containsExactly(0, 0, 5);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F32", "F64", "BF16", "F16"})
  void a_NaN_stays_the_maximum_and_the_minimum(DType dtype) {
    var x = TestArrays.of(dtype, Shape.of(4), 1, Double.NaN, 3, -1);

    assertThat(TestArrays.doubles(Lax.cummax(x, 0, false)))
        .containsExactly(1, Double.NaN, Double.NaN, Double.NaN);
    assertThat(TestArrays.doubles(Lax.cummin(x, 0, true)))
        .containsExactly(Double.NaN, Double.NaN, -1, -1);
  }
}
