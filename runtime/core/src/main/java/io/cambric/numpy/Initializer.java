package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;

/**
 * An initializer: a function from a key, shape and dtype to the initial value of a parameter. The
 * initializers of {@link Initializers} are values, equal if their parameters are.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.nn.initializers.html">jax.nn.initializers</a>
 */
@FunctionalInterface
public interface Initializer {

  /**
   * {@return an array of this shape and dtype}
   *
   * @throws io.cambric.errors.ShapeException if this initializer cannot fill the shape
   */
  Array init(Key key, Shape shape, DType dtype);

  /** {@return an array of this shape, of the default floating dtype} */
  default Array init(Key key, Shape shape) {
    return init(key, shape, DType.defaultFloat());
  }
}
