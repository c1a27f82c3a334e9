package io.cambric.core;

import com.google.errorprone.annotations.CheckReturnValue;
import io.cambric.array.Shape;

@CheckReturnValue
public interface Array {
  Array add(Array other);

  Array mul(double other);

  Array matmul(Array other);

  Array sum();

  Array gt(double other);

  double item();

  boolean toBoolean();

  int dim(int axis);

  Shape shape();
}
