package io.cambric.kernels.simd;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.KernelRegistry;
import io.cambric.core.NdArray;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.lax.Lax;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.transform.Transforms;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Draws numbers of all distributions without a sum or a product of matrices, and prints a hash of
 * each.
 */
final class SamplersRun {

  static final String RESULT = "drawn: ";

  private static final Shape SHAPE = Shape.of(1000);

  private SamplersRun() {}

  public static void main(String[] arguments) {
    WarmUp.skipWaiting(true);
    System.out.println("kernels: " + KernelRegistry.kernels().arithmetic());
    for (var dtype : List.of(DType.F32, DType.F64, DType.BF16, DType.F16)) {
      all(dtype);
    }
  }

  private static void all(DType d) {
    print(d, "uniform", k -> Random.uniform(k, SHAPE, d, -0.7, 1.9));
    print(d, "normal", k -> Random.normal(k, SHAPE, d));
    print(d, "truncatedNormal", k -> Random.truncatedNormal(k, -0.3, 7, SHAPE, d));
    print(d, "exponential", k -> Random.exponential(k, SHAPE, d));
    print(d, "gumbel", k -> Random.gumbel(k, SHAPE, d));
    print(d, "gumbelHigh", k -> Random.gumbelHigh(k, SHAPE, d));
    print(d, "laplace", k -> Random.laplace(k, SHAPE, d));
    print(d, "logistic", k -> Random.logistic(k, SHAPE, d));
    print(d, "cauchy", k -> Random.cauchy(k, SHAPE, d));
    print(d, "pareto", k -> Random.pareto(k, 1.7, SHAPE, d));
    print(d, "weibullMin", k -> Random.weibullMin(k, 1.3, 2.1, SHAPE, d));
    print(d, "rayleigh", k -> Random.rayleigh(k, 0.7, SHAPE, d));
    print(d, "lognormal", k -> Random.lognormal(k, 0.8, SHAPE, d));
    print(d, "triangular", k -> Random.triangular(k, -1.1, 0.4, 2.3, SHAPE, d));
    print(d, "wald", k -> Random.wald(k, 1.4, SHAPE, d));
    print(d, "rademacher", k -> Random.rademacher(k, SHAPE, d));
    print(d, "gamma", k -> Random.gamma(k, scalar(d, 0.6), SHAPE, d));
    print(d, "loggamma", k -> Random.loggamma(k, scalar(d, 0.6), SHAPE, d));
    print(d, "beta", k -> Random.beta(k, scalar(d, 0.6), scalar(d, 2.6), SHAPE, d));
    print(d, "chisquare", k -> Random.chisquare(k, scalar(d, 3), SHAPE, d));
    print(d, "t", k -> Random.t(k, scalar(d, 3), SHAPE, d));
    print(d, "f", k -> Random.f(k, scalar(d, 3), scalar(d, 5), SHAPE, d));
    print(d, "generalizedNormal", k -> Random.generalizedNormal(k, 1.5, SHAPE, d));
    print(d, "bernoulli", k -> Random.bernoulli(k, scalar(d, 0.3), SHAPE));
    print(d, "bernoulliHigh", k -> Random.bernoulliHigh(k, scalar(d, 0.3), SHAPE));
    print(d, "geometric", k -> Random.geometric(k, scalar(d, 0.3), SHAPE, DType.I32));
    print(d, "binomial", k -> Random.binomial(k, scalar(d, 90), scalar(d, 0.4), SHAPE, d));
    print(d, "poisson", k -> Random.poisson(k, scalar(d, 3.3), SHAPE, DType.I32));
    print(d, "categorical", k -> Random.categorical(k, logits(d), -1, SHAPE));
    print(d, "randint", k -> Random.randint(k, SHAPE, -5, 1000));
    print(d, "permutation", k -> Random.permutation(k, 1000));
    print(d, "lecunNormal", k -> Initializers.lecunNormal().init(k, Shape.of(40, 25), d));
    print(d, "glorotUniform", k -> Initializers.glorotUniform().init(k, Shape.of(40, 25), d));
    print(d, "heNormal", k -> Initializers.heNormal().init(k, Shape.of(40, 25), d));
  }

  private static Array scalar(DType dtype, double value) {
    return NdArray.scalar(dtype, value);
  }

  private static Array logits(DType dtype) {
    return Lax.convertElementType(NdArray.of(Shape.of(3), 0.6f, 1.7f, 3.1f), dtype);
  }

  /** Prints what a function draws, outside of programs and in one. */
  private static void print(DType dtype, String name, Function<Key, Array> draw) {
    for (int seed = 0; seed < 3; seed++) {
      var key = Key.of(seed);
      print(dtype, name, "eager", seed, draw.apply(key));
      print(dtype, name, "jit", seed, Transforms.jit((Key k) -> draw.apply(k)).apply(key));
    }
  }

  private static void print(DType dtype, String name, String how, int seed, Array drawn) {
    var values = (NdArray) drawn;
    double[] numbers = new double[values.size()];
    Arrays.setAll(numbers, values::getDouble);
    System.out.printf(
        RESULT + "%s %s %s %d %08x%n", name, dtype, how, seed, Arrays.hashCode(numbers));
  }
}
