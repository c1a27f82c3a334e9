package io.cambric.optax.tree;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;

/** A function that draws random numbers, such as {@code Random::normal}. */
@FunctionalInterface
public interface Sampler {

  /** {@return random numbers of a shape and dtype} */
  Array sample(Key key, Shape shape, DType dtype);
}
