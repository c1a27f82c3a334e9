package io.cambric.random;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;

/** Makes the first value of a parameter. */
@FunctionalInterface
public interface Initializer {

  /** {@return an array of this shape and dtype, drawn with the key} */
  Array init(Key key, Shape shape, DType dtype);
}
