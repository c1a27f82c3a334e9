package io.cambric.optax.perturbations;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;

/**
 * The normal distribution of mean 0 and variance 1.
 *
 * <pre>
 *   log p(z) = -z^2 / 2 + constant
 * </pre>
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/perturbations.html">
 *     optax.perturbations.Normal</a>
 */
public record Normal() implements Noise {

  @Override
  public Array sample(Key key, Shape shape, DType dtype) {
    return Random.normal(key, shape, dtype);
  }

  @Override
  public Array logProb(Array inputs) {
    return inputs.square().mul(-0.5);
  }
}
