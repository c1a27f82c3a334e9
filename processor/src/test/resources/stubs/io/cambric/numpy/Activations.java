package io.cambric.numpy;

import io.cambric.core.Array;

public final class Activations {
  private Activations() {}

  public static Array relu(Array x) {
    return x;
  }
}
