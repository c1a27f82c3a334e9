package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;

/**
 * Samplers of continuous distributions by functions of uniform and normal numbers, such as Gumbel
 * and Laplace.
 */
final class ContinuousSamplers {

  private ContinuousSamplers() {}

  /** {@return numbers from the standard Gumbel distribution, of the default floating dtype} */
  public static Array gumbel(Key key, Shape shape) {
    return gumbel(key, shape, DType.defaultFloat());
  }

  /**
   * {@return numbers from the standard Gumbel distribution: -log(-log(u))}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.gumbel.html">random.gumbel</a>
   */
  public static Array gumbel(Key key, Shape shape, DType dtype) {
    double tiny = FloatFormat.of("gumbel", dtype).tiny();
    return minusLog(minusLog(BasicSamplers.uniform(key, shape, dtype, tiny, 1)));
  }

  /**
   * {@return numbers like {@link #gumbel}, each from two uniform numbers, which makes rare large
   * numbers possible}
   */
  public static Array gumbelHigh(Key key, Shape shape, DType dtype) {
    var format = FloatFormat.of("gumbelHigh", dtype);
    var both = BasicSamplers.uniform(key, shape.insert(0, 2), dtype);
    var high = Numpy.get(both, 0);
    var low = Lax.mul(Lax.fullLike(both, format.eps()), Numpy.get(both, 1));
    var fine = Lax.add(Lax.add(high, low), Lax.fullLike(both, format.tiny()));
    var u = Lax.select(Lax.ge(high, Lax.fullLike(high, 0.5)), high, fine);
    return minusLog(Lax.neg(Lax.log1p(Lax.neg(u))));
  }

  private static Array minusLog(Array x) {
    return Lax.neg(Lax.log(x));
  }

  /**
   * {@return numbers from the exponential distribution of rate 1, of the default floating dtype}
   */
  public static Array exponential(Key key, Shape shape) {
    return exponential(key, shape, DType.defaultFloat());
  }

  /** {@return numbers from the exponential distribution of rate 1: -log1p(-u)} */
  public static Array exponential(Key key, Shape shape, DType dtype) {
    return Lax.neg(Lax.log1p(Lax.neg(BasicSamplers.uniform(key, shape, dtype))));
  }

  /** {@return numbers from the standard Laplace distribution, of the default floating dtype} */
  public static Array laplace(Key key, Shape shape) {
    return laplace(key, shape, DType.defaultFloat());
  }

  /** {@return numbers from the standard Laplace distribution} */
  public static Array laplace(Key key, Shape shape, DType dtype) {
    double lo = -1 + FloatFormat.of("laplace", dtype).epsNegative();
    var u = BasicSamplers.uniform(key, shape, dtype, lo, 1);
    return Lax.mul(Lax.sign(u), Lax.log1p(Lax.neg(Lax.abs(u))));
  }

  /** {@return numbers from the standard logistic distribution, of the default floating dtype} */
  public static Array logistic(Key key, Shape shape) {
    return logistic(key, shape, DType.defaultFloat());
  }

  /** {@return numbers from the standard logistic distribution} */
  public static Array logistic(Key key, Shape shape, DType dtype) {
    var u = BasicSamplers.uniform(key, shape, dtype, FloatFormat.of("logistic", dtype).tiny(), 1);
    return Lax.sub(Lax.log(u), Lax.log1p(Lax.neg(u)));
  }

  /** {@return numbers from the standard Cauchy distribution, of the default floating dtype} */
  public static Array cauchy(Key key, Shape shape) {
    return cauchy(key, shape, DType.defaultFloat());
  }

  /** {@return numbers from the standard Cauchy distribution: tan(pi (u - 1/2))} */
  public static Array cauchy(Key key, Shape shape, DType dtype) {
    var u = BasicSamplers.uniform(key, shape, dtype, FloatFormat.of("cauchy", dtype).eps(), 1);
    return Lax.tan(Lax.mul(Lax.fullLike(u, Math.PI), Lax.sub(u, Lax.fullLike(u, 0.5))));
  }

  /** {@return numbers from the Pareto distribution of a shape parameter} */
  public static Array pareto(Key key, double b, Shape shape, DType dtype) {
    return pareto(key, NdArray.scalar(dtype, b), shape, dtype);
  }

  /** {@return numbers from the Pareto distribution: exp(exponential / b)} */
  public static Array pareto(Key key, Array b, Shape shape, DType dtype) {
    var power = BasicSamplers.parameter("pareto", b, shape, dtype);
    return Lax.exp(Lax.div(exponential(key, shape, dtype), power));
  }

  /** {@return the lengths of vectors of three standard normal numbers} */
  public static Array maxwell(Key key, Shape shape, DType dtype) {
    return Numpy.norm(
        BasicSamplers.normal(key, shape.insert(shape.rank(), 3), dtype), Axes.of(-1), false);
  }

  /** {@return numbers from the Maxwell distribution with a random sign, scaled and shifted} */
  public static Array doubleSidedMaxwell(
      Key key, double location, double scale, Shape shape, DType dtype) {
    var keys = key.split();
    var length = maxwell(keys.get(0), shape, dtype);
    var sign = rademacher(keys.get(1), shape, dtype);
    return Lax.mul(sign, length).mul(scale).add(location);
  }

  /** {@return numbers from the Weibull distribution: scale (-log1p(-u))^(1 / concentration)} */
  public static Array weibullMin(
      Key key, double scale, double concentration, Shape shape, DType dtype) {
    var exponential = exponential(key, shape, dtype);
    var exponent = Lax.fullLike(exponential, 1 / concentration);
    return Lax.pow(exponential, exponent).mul(scale);
  }

  /** {@return numbers from the Rayleigh distribution: scale sqrt(-2 log(u))} */
  public static Array rayleigh(Key key, double scale, Shape shape, DType dtype) {
    return rayleigh(key, NdArray.scalar(dtype, scale), shape, dtype);
  }

  /** {@return numbers from the Rayleigh distribution: scale sqrt(-2 log(u))} */
  public static Array rayleigh(Key key, Array scale, Shape shape, DType dtype) {
    var u = BasicSamplers.uniform(key, shape, dtype);
    var length = Lax.sqrt(Lax.mul(Lax.log(u), Lax.fullLike(u, -2)));
    return Lax.mul(BasicSamplers.parameter("rayleigh", scale, shape, dtype), length);
  }

  /** {@return numbers with normal logarithms of a standard deviation} */
  public static Array lognormal(Key key, double sigma, Shape shape, DType dtype) {
    return Lax.exp(BasicSamplers.normal(key, shape, dtype).mul(sigma));
  }

  /** {@return numbers from the triangular distribution with a mode between two ends} */
  public static Array triangular(
      Key key, double left, double mode, double right, Shape shape, DType dtype) {
    return triangular(
        key,
        NdArray.scalar(dtype, left),
        NdArray.scalar(dtype, mode),
        NdArray.scalar(dtype, right),
        shape,
        dtype);
  }

  /** {@return numbers from the triangular distribution with a mode between two ends} */
  public static Array triangular(
      Key key, Array left, Array mode, Array right, Shape shape, DType dtype) {
    var a = BasicSamplers.parameter("triangular", left, shape, dtype);
    var c = BasicSamplers.parameter("triangular", mode, shape, dtype);
    var b = BasicSamplers.parameter("triangular", right, shape, dtype);
    var width = b.sub(a);
    var u = BasicSamplers.uniform(key, shape, dtype);
    var rising = a.add(Lax.sqrt(u.mul(width).mul(c.sub(a))));
    var falling = b.sub(Lax.sqrt(Numpy.subtract(1, u).mul(width).mul(b.sub(c))));
    return Numpy.where(u.lt(c.sub(a).div(width)), rising, falling);
  }

  /** {@return numbers from the Wald (inverse Gaussian) distribution of a mean and scale 1} */
  public static Array wald(Key key, double mean, Shape shape, DType dtype) {
    var keys = key.split();
    var y = Lax.integerPow(BasicSamplers.normal(keys.get(0), shape, dtype), 2);
    var z = BasicSamplers.uniform(keys.get(1), shape, dtype);
    var mu = Lax.fullLike(y, mean);
    var mu2 = Lax.integerPow(mu, 2);
    var root = Lax.sqrt(mu.mul(4).mul(y).add(mu2.mul(Lax.integerPow(y, 2))));
    var x = mu.add(mu2.mul(y).div(2)).sub(mu.div(2).mul(root));
    return Numpy.where(z.le(mu.div(mu.add(x))), x, mu2.div(x));
  }

  /** {@return -1 or 1 with equal probability, of the default integer dtype} */
  public static Array rademacher(Key key, Shape shape) {
    return rademacher(key, shape, DType.defaultInt());
  }

  /** {@return -1 or 1 with equal probability} */
  public static Array rademacher(Key key, Shape shape, DType dtype) {
    var signs = Lax.convertElementType(BasicSamplers.bernoulli(key, 0.5, shape), dtype);
    return signs.mul(2).sub(1);
  }
}
