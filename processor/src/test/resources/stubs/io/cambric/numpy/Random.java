package io.cambric.numpy;

import io.cambric.array.Shape;
import io.cambric.core.Array;

public final class Random {
  private Random() {}

  public static Array normal(Key key, Shape shape) {
    throw new UnsupportedOperationException();
  }
}
