package io.cambric.nn;

import io.cambric.core.Array;

public final class Functions {
  private Functions() {}

  public static Initializer ones() {
    throw new UnsupportedOperationException();
  }

  public static Array relu(Array x) {
    return x;
  }
}
