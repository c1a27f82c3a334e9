package io.cambric.lax.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.core.Trace;
import io.cambric.lax.op.RealFunctionOp;
import io.cambric.lax.op.UnaryOps;
import io.cambric.numpy.Numpy;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Special functions of arrays against the same functions of a point. Loop bodies compute some of
 * them.
 */
class SpecialBodiesTest {

  private static final int COUNT = 2_000;

  private static final double[] EDGES = {
    0, -0.0, 1, 2, 10, -1, -2, -2.5, 0.5, 1e-300, 1e300, Double.NaN, Double.POSITIVE_INFINITY
  };

  static Stream<Arguments> functions() {
    return Stream.of(
            new Zeta(),
            new Polygamma(),
            new LogBeta(),
            new Beta(),
            new Igamma(false),
            new Igamma(true))
        .flatMap(function -> Seeds.of(4).mapToObj(seed -> Arguments.of(function, seed)));
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("functions")
  void arrays_of_f64_have_the_values_of_their_points(RealFunctionOp function, long seed) {
    assertThatArraysAgree(function, DType.F64, seed, 2e-13);
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("functions")
  void arrays_of_f32_have_the_values_of_their_points(RealFunctionOp function, long seed) {
    assertThatArraysAgree(function, DType.F32, seed, 2e-7);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void derivatives_of_sin_over_x_have_the_values_of_their_points(int order) {
    var function = new SinOverXDerivative(order);
    var numbers = Numpy.array(numbers(new Random(order), false));
    var x = UnaryOps.convertElementType(numbers, DType.F64).concrete("test");
    var result = Trace.bind(function, x).concrete("test");
    for (int i = 0; i < COUNT; i++) {
      double at = x.getDouble(i);
      if (Math.abs(at) < 1e9) {
        assertThat(result.getDouble(i))
            .as("%s of order %d of %s", function.name(), order, at)
            .isCloseTo(function.at(new double[] {at}), within(1e-14));
      }
    }
  }

  private static void assertThatArraysAgree(
      RealFunctionOp function, DType dtype, long seed, double error) {
    var random = new Random(seed);
    double[] first = numbers(random, function instanceof Polygamma);
    double[] second = numbers(random, false);
    var x = UnaryOps.convertElementType(Numpy.array(first), dtype).concrete("test");
    var y = UnaryOps.convertElementType(Numpy.array(second), dtype).concrete("test");
    var result = Trace.bind(function, x, y).concrete("test");
    for (int i = 0; i < COUNT; i++) {
      double a = x.getDouble(i);
      double b = y.getDouble(i);
      double expected = function.at(new double[] {a, b});
      double nearest = dtype == DType.F64 ? expected : (float) expected;
      double actual = result.getDouble(i);
      if (Double.isNaN(nearest)) {
        assertThat(actual).as("%s of %s and %s", function.name(), a, b).isNaN();
      } else if (Double.isInfinite(nearest)) {
        assertThat(actual).as("%s of %s and %s", function.name(), a, b).isEqualTo(nearest);
      } else {
        assertThat(actual)
            .as("%s of %s and %s", function.name(), a, b)
            .isCloseTo(expected, within(error * Math.max(Math.abs(expected), 1)));
      }
    }
  }

  private static double[] numbers(Random random, boolean whole) {
    double[] numbers = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      double size = Math.exp(random.nextGaussian() * 2);
      double value = i % 8 == 0 ? EDGES[random.nextInt(EDGES.length)] : i % 8 == 1 ? -size : size;
      numbers[i] = whole && i % 3 > 0 ? Math.rint(value) : value;
    }
    return numbers;
  }
}
