package io.cambric.nn;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.random.Key;

@FunctionalInterface
public interface Initializer {
  Array apply(Key key, Shape shape);
}
