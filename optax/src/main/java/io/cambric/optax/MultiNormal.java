package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import java.util.stream.IntStream;

/**
 * A normal distribution with independent components.
 *
 * <pre>
 *   log p(x) = -1/2 sum_i (log(2 pi s_i^2) + (x_i - loc_i)^2 / s_i^2)     s = exp(log_scale)
 * </pre>
 *
 * @param loc the means
 * @param logScale the logarithms of the standard deviations; broadcasts against the means
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/utilities.html#optax.multi_normal">optax.multi_normal</a>
 */
public record MultiNormal(Array loc, Array logScale) {

  /**
   * {@return the logarithm of the density, summed over the axes of the parameters}
   *
   * @param x of the shape of the parameters, after any leading axes
   */
  public Array logProb(Array x) {
    var variance = logScale.exp().square();
    var normalizer = variance.mul(2 * Math.PI).log();
    var quadratic = x.sub(loc).square().div(variance);
    int rank = paramShape().rank();
    var axes = Axes.of(IntStream.rangeClosed(1, rank).map(i -> -i).toArray());
    return Numpy.sum(normalizer.add(quadratic).div(-2), axes, false);
  }

  /**
   * {@return samples}
   *
   * @param shape of the leading axes, before the axes of the parameters
   */
  public Array sample(Shape shape, Key key) {
    var noise = Random.normal(key, shape.concat(paramShape()));
    return noise.mul(logScale.exp()).add(loc);
  }

  private Shape paramShape() {
    return loc.add(logScale).shape();
  }
}
