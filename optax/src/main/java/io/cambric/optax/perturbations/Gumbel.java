package io.cambric.optax.perturbations;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;

/**
 * The Gumbel distribution, the limit distribution of the maximum of many samples.
 *
 * <pre>
 *   log p(z) = -z - exp(-z)
 * </pre>
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/perturbations.html">
 *     optax.perturbations.Gumbel</a>
 */
public record Gumbel() implements Noise {

  @Override
  public Array sample(Key key, Shape shape, DType dtype) {
    return Random.gumbel(key, shape, dtype);
  }

  @Override
  public Array logProb(Array inputs) {
    return inputs.neg().sub(inputs.neg().exp());
  }
}
