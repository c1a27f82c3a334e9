package io.cambric.random;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;

/**
 * A function that makes the first value of a parameter. Those of {@link Initializers} are values:
 * equal when their parameters are.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.nn.initializers.html">jax.nn.initializers</a>
 */
@FunctionalInterface
public interface Initializer {

  /**
   * {@return an array of this shape and dtype}
   *
   * @throws io.cambric.errors.ShapeException if the shape is none this initializer can fill
   */
  Array init(Key key, Shape shape, DType dtype);

  /** {@return an array of this shape, of the default floating dtype} */
  default Array init(Key key, Shape shape) {
    return init(key, shape, DType.defaultFloat());
  }
}
