package io.cambric.core;

public interface Array {
  Array add(Array other);

  Array matmul(Array other);

  int dim(int axis);
}
