package io.cambric.optax.perturbations;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;

/** A distribution of real numbers, with a density that has a derivative. */
public interface Noise {

  /** {@return independent samples of a shape and a floating dtype} */
  Array sample(Key key, Shape shape, DType dtype);

  /** {@return the logarithm of the density of each element, up to a constant} */
  Array logProb(Array inputs);
}
