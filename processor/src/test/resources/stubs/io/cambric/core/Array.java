package io.cambric.core;

import io.cambric.array.Shape;

public interface Array {
  Array add(Array other);

  Array mul(double other);

  Array matmul(Array other);

  Array sum();

  Array gt(double other);

  double item();

  int dim(int axis);

  Shape shape();
}
