package io.cambric.numpy;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The distributions of samplers: drawn numbers have the distribution of the sampler's name. Keys
 * are fixed, so a run is repeatable.
 */
class SamplerDistributionsTest {

  private static final int COUNT = 20_000;

  private static final Shape SHAPE = Shape.of(COUNT);

  /** The largest distance is above it for one key in a million. */
  private static final double KOLMOGOROV = 2.7 / Math.sqrt(COUNT);

  private static final Key KEY = Key.of(20);

  private static double igamma(double a, double x) {
    return x <= 0 ? 0 : Lax.igamma(f64(a), f64(x)).item();
  }

  private static double betainc(double a, double b, double x) {
    return Lax.betainc(f64(a), f64(b), f64(Math.clamp(x, 0, 1))).item();
  }

  private static Array f64(double x) {
    return NdArray.scalar(DType.F64, x);
  }

  private static double t(double df, double x) {
    double tail = betainc(df / 2, 0.5, df / (df + x * x)) / 2;
    return x > 0 ? 1 - tail : tail;
  }

  private static double normal(double x) {
    return Lax.erfc(f64(-x / Math.sqrt(2))).item() / 2;
  }

  private static double wald(double mean, double x) {
    double root = Math.sqrt(1 / x);
    return normal(root * (x / mean - 1)) + Math.exp(2 / mean) * normal(-root * (x / mean + 1));
  }

  private static Arguments of(String name, Array numbers, DoubleUnaryOperator distribution) {
    return Arguments.of(name, numbers, distribution);
  }

  static Stream<Arguments> continuous() {
    return Stream.of(
        of("gamma 0.3", Random.gamma(KEY, 0.3, SHAPE), x -> igamma(0.3, x)),
        of("gamma 1", Random.gamma(KEY, 1, SHAPE), x -> 1 - Math.exp(-x)),
        of("gamma 7.5", Random.gamma(KEY, 7.5, SHAPE), x -> igamma(7.5, x)),
        of("loggamma 0.01", Random.loggamma(KEY, 0.01, SHAPE), x -> igamma(0.01, Math.exp(x))),
        of("beta", Random.beta(KEY, 0.7, 2, SHAPE), x -> betainc(0.7, 2, x)),
        of("chisquare", Random.chisquare(KEY, 3, SHAPE), x -> igamma(1.5, x / 2)),
        of("t", Random.t(KEY, 4, SHAPE), x -> t(4, x)),
        of("f", Random.f(KEY, 4, 6, SHAPE), x -> betainc(2, 3, 4 * x / (4 * x + 6))),
        of("wald", Random.wald(KEY, 1.5, SHAPE, DType.F32), x -> wald(1.5, x)),
        of(
            "generalized normal",
            Random.generalizedNormal(KEY, 1, SHAPE, DType.F32),
            x -> x > 0 ? 1 - Math.exp(-x) / 2 : Math.exp(x) / 2),
        of(
            "radius in a ball",
            Numpy.sum(Random.ball(KEY, 3, SHAPE).square(), -1).sqrt(),
            x -> x * x * x),
        of(
            "dirichlet",
            Numpy.get(Numpy.matrixTranspose(dirichlet()), 0),
            x -> betainc(0.5, 3.5, x)));
  }

  private static Array dirichlet() {
    return Random.dirichlet(KEY, Numpy.array(0.5f, 1.5f, 2f), SHAPE, DType.F32);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("continuous")
  void continuous_numbers_are_near_their_distribution(
      String name, Array numbers, DoubleUnaryOperator distribution) {
    float[] sorted = numbers.toFloats();
    Arrays.sort(sorted);
    double largest = 0;
    for (int i = 0; i < COUNT; i += 50) {
      double expected = distribution.applyAsDouble(sorted[i]);
      largest = Math.max(largest, Math.abs(expected - (i + 0.5) / COUNT));
    }
    assertThat(largest).isLessThan(KOLMOGOROV);
  }

  private static double logFactorial(int k) {
    return Lax.lgamma(f64(k + 1.0)).item();
  }

  private static double poisson(double rate, int k) {
    return Math.exp(k * Math.log(rate) - rate - logFactorial(k));
  }

  private static double binomial(int n, double p, int k) {
    double choices = logFactorial(n) - logFactorial(k) - logFactorial(n - k);
    return k > n ? 0 : Math.exp(choices + k * Math.log(p) + (n - k) * Math.log(1 - p));
  }

  private static Arguments counts(String name, Array numbers, IntToDoubleFunction probability) {
    return Arguments.of(name, numbers, probability);
  }

  static Stream<Arguments> discrete() {
    var probabilities = Numpy.array(0.2f, 0.3f, 0.5f);
    var outcomes =
        Random.multinomial(
            KEY,
            Numpy.array(12f).reshape(Shape.scalar()),
            probabilities,
            Shape.of(COUNT, 3),
            DType.F32);
    return Stream.of(
        counts("poisson 3", Random.poisson(KEY, 3, SHAPE), k -> poisson(3, k)),
        counts("poisson 30", Random.poisson(KEY, 30, SHAPE), k -> poisson(30, k)),
        counts("binomial 9", Random.binomial(KEY, 9, 0.3, SHAPE), k -> binomial(9, 0.3, k)),
        counts("binomial 60", Random.binomial(KEY, 60, 0.7, SHAPE), k -> binomial(60, 0.7, k)),
        counts("geometric", Random.geometric(KEY, 0.3, SHAPE), k -> 0.3 * Math.pow(0.7, k - 1)),
        counts(
            "multinomial",
            Numpy.get(Numpy.matrixTranspose(outcomes), 1),
            k -> binomial(12, 0.3, k)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("discrete")
  void whole_numbers_come_as_often_as_they_should(
      String name, Array numbers, IntToDoubleFunction probability) {
    int[] counts = new int[200];
    for (float number : numbers.astype(DType.F32).toFloats()) {
      counts[(int) number]++;
    }
    for (int k = 1; k < 60; k++) {
      double expected = COUNT * probability.applyAsDouble(k);
      if (expected > 20) {
        assertThat((double) counts[k])
            .as("%d", k)
            .isBetween(expected - 5 * Math.sqrt(expected), expected + 5 * Math.sqrt(expected));
      }
    }
  }
}
