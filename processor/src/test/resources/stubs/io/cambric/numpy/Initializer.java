package io.cambric.numpy;

import io.cambric.array.Shape;
import io.cambric.core.Array;

@FunctionalInterface
public interface Initializer {
  Array init(Key key, Shape shape);
}
