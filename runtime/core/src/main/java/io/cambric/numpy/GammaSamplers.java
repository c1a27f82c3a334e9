package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;

/**
 * Samplers of the gamma distribution and of distributions derived from it, such as beta and
 * Dirichlet. Samples that depend smoothly on parameters are differentiable with respect to them.
 */
final class GammaSamplers {

  private GammaSamplers() {}

  /** {@return numbers from the gamma distribution of a shape parameter and scale 1} */
  public static Array gamma(Key key, double a, Shape shape) {
    var dtype = DType.defaultFloat();
    return gamma(key, NdArray.scalar(dtype, a), shape, dtype);
  }

  /**
   * {@return numbers from the gamma distribution of a shape parameter and scale 1, with density
   * {@code x^(a - 1) exp(-x) / gamma(a)}}
   *
   * @param a above 0; broadcasts to the shape
   * @throws io.cambric.errors.DTypeException if the dtype is not floating
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.gamma.html">random.gamma</a>
   */
  public static Array gamma(Key key, Array a, Shape shape, DType dtype) {
    return draw("gamma", key, a, shape, dtype, false);
  }

  /** {@return logarithms of numbers from the gamma distribution of a shape parameter} */
  public static Array loggamma(Key key, double a, Shape shape) {
    var dtype = DType.defaultFloat();
    return loggamma(key, NdArray.scalar(dtype, a), shape, dtype);
  }

  /**
   * {@return logarithms of numbers from the gamma distribution of a shape parameter}
   *
   * <p>They are more exact than logarithms of {@link #gamma}, which rounds numbers of small
   * parameters to 0.
   *
   * @param a above 0; broadcasts to the shape
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.loggamma.html">random.loggamma</a>
   */
  public static Array loggamma(Key key, Array a, Shape shape, DType dtype) {
    return draw("loggamma", key, a, shape, dtype, true);
  }

  private static Array draw(
      String what, Key key, Array a, Shape shape, DType dtype, boolean logSpace) {
    FloatFormat.of(what, dtype);
    var alpha = Numpy.broadcastTo(BasicSamplers.parameter(what, a, shape, dtype), shape);
    return Lax.randomGamma(key.single(what), alpha, logSpace);
  }

  /** {@return numbers from the beta distribution} */
  public static Array beta(Key key, double a, double b, Shape shape) {
    var dtype = DType.defaultFloat();
    return beta(key, NdArray.scalar(dtype, a), NdArray.scalar(dtype, b), shape, dtype);
  }

  /**
   * {@return numbers from the beta distribution, with density proportional to {@code x^(a - 1) (1 -
   * x)^(b - 1)} in (0, 1)}
   *
   * <p>They are {@code A / (A + B)} for gamma samples A and B, computed from logarithms.
   *
   * @param a above 0; broadcasts to the shape
   * @param b above 0; broadcasts to the shape
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.random.beta.html">random.beta</a>
   */
  public static Array beta(Key key, Array a, Array b, Shape shape, DType dtype) {
    var keys = key.split();
    var logA = loggamma(keys.get(0), a, shape, dtype);
    var logB = loggamma(keys.get(1), b, shape, dtype);
    var largest = Lax.max(logA, logB);
    var scaledA = Lax.exp(Lax.sub(logA, largest));
    var scaledB = Lax.exp(Lax.sub(logB, largest));
    return Lax.div(scaledA, Lax.add(scaledA, scaledB));
  }

  /** {@return vectors from the Dirichlet distribution, one for each row of the parameters} */
  public static Array dirichlet(Key key, Array alpha) {
    var leading = alpha.shape().slice(0, Math.max(0, alpha.rank() - 1));
    return dirichlet(key, alpha, leading, DType.defaultFloat());
  }

  /**
   * {@return vectors from the Dirichlet distribution, which sum to 1: the softmax of {@link
   * #loggamma}}
   *
   * <p>Shapes: {@code alpha: [..., n] -> [shape..., n]}.
   *
   * @param alpha above 0; its leading axes broadcast to the shape
   * @param shape of the array of vectors
   * @throws ShapeException if {@code alpha} has no axis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.dirichlet.html">random.dirichlet</a>
   */
  public static Array dirichlet(Key key, Array alpha, Shape shape, DType dtype) {
    if (alpha.rank() == 0) {
      throw new ShapeException(
          "dirichlet needs parameters with at least one axis, whose last axis is the vector, but got %s."
              .formatted(alpha.aval()));
    }
    var full = shape.insert(shape.rank(), alpha.dim(-1));
    return Activations.softmax(loggamma(key, alpha, full, dtype), -1);
  }

  /** {@return numbers from the chi-square distribution} */
  public static Array chisquare(Key key, double df, Shape shape) {
    var dtype = DType.defaultFloat();
    return chisquare(key, NdArray.scalar(dtype, df), shape, dtype);
  }

  /**
   * {@return numbers from the chi-square distribution: sums of {@code df} squares of normal
   * numbers}
   *
   * @param df degrees of freedom, above 0; broadcasts to the shape
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.chisquare.html">random.chisquare</a>
   */
  public static Array chisquare(Key key, Array df, Shape shape, DType dtype) {
    var half = BasicSamplers.parameter("chisquare", df, shape, dtype).div(2);
    return Lax.exp(loggamma(key, half, shape, dtype)).mul(2);
  }

  /** {@return numbers of Student's t distribution} */
  public static Array t(Key key, double df, Shape shape) {
    var dtype = DType.defaultFloat();
    return t(key, NdArray.scalar(dtype, df), shape, dtype);
  }

  /**
   * {@return numbers of Student's t distribution: a normal number over the root of a chi-square
   * number divided by {@code df}}
   *
   * @param df degrees of freedom, above 0; broadcasts to the shape
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.random.t.html">random.t</a>
   */
  public static Array t(Key key, Array df, Shape shape, DType dtype) {
    var keys = key.split();
    var half = BasicSamplers.parameter("t", df, shape, dtype).div(2);
    var gamma = gamma(keys.get(1), half, shape, dtype);
    return Lax.mul(BasicSamplers.normal(keys.get(0), shape, dtype), Lax.sqrt(Lax.div(half, gamma)));
  }

  /** {@return numbers from the F distribution} */
  public static Array f(Key key, double dfnum, double dfden, Shape shape) {
    var dtype = DType.defaultFloat();
    return f(key, NdArray.scalar(dtype, dfnum), NdArray.scalar(dtype, dfden), shape, dtype);
  }

  /**
   * {@return numbers from the F distribution: quotients of chi-square numbers, each divided by its
   * degrees of freedom}
   *
   * @param dfnum degrees of freedom of the numerator, above 0; broadcasts to the shape
   * @param dfden degrees of freedom of the denominator, above 0; broadcasts to the shape
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.random.f.html">random.f</a>
   */
  public static Array f(Key key, Array dfnum, Array dfden, Shape shape, DType dtype) {
    var keys = key.split();
    return Lax.div(
        perDegree(keys.get(1), dfnum, shape, dtype), perDegree(keys.get(0), dfden, shape, dtype));
  }

  private static Array perDegree(Key key, Array df, Shape shape, DType dtype) {
    var degrees = BasicSamplers.parameter("f", df, shape, dtype);
    return Lax.div(chisquare(key, degrees, shape, dtype), degrees);
  }

  /**
   * {@return numbers with density proportional to {@code exp(-|x|^p)}: Laplace for p = 1, normal of
   * variance 1/2 for 2, uniform in (-1, 1) for infinity}
   *
   * @param p above 0
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.generalized_normal.html">random.generalized_normal</a>
   */
  public static Array generalizedNormal(Key key, double p, Shape shape, DType dtype) {
    var keys = key.split();
    var inverse = NdArray.scalar(dtype, 1 / p);
    var size = Lax.pow(gamma(keys.get(0), inverse, shape, dtype), inverse);
    return Lax.mul(ContinuousSamplers.rademacher(keys.get(1), shape, dtype), size);
  }

  /** {@return points uniform in the unit ball of {@code d} dimensions} */
  public static Array ball(Key key, int d, Shape shape) {
    return ball(key, d, 2, shape, DType.defaultFloat());
  }

  /**
   * {@return points uniform in the unit ball of the p-norm}
   *
   * <p>Shapes: {@code [shape..., d]}.
   *
   * @param d number of dimensions
   * @param p above 0
   * @see <a href="https://arxiv.org/abs/math/0503650">Barthe et al., A probabilistic approach to
   *     the geometry of the l_p^n-ball, 2005</a>
   */
  public static Array ball(Key key, int d, double p, Shape shape, DType dtype) {
    var keys = key.split();
    var g = generalizedNormal(keys.get(0), p, shape.insert(shape.rank(), d), dtype);
    var e = ContinuousSamplers.exponential(keys.get(1), shape, dtype);
    var powers = Lax.pow(Lax.abs(g), NdArray.scalar(dtype, p));
    var sums = Lax.add(Lax.reduceSum(powers, Axes.of(shape.rank())), e);
    var norm = Lax.pow(sums, NdArray.scalar(dtype, 1 / p));
    return Numpy.divide(g, Numpy.expandDims(norm, -1));
  }
}
