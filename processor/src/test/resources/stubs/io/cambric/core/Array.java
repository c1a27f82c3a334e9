package io.cambric.core;

import io.cambric.array.Shape;

public interface Array {
  Array add(Array other);

  Array matmul(Array other);

  int dim(int axis);

  Shape shape();
}
