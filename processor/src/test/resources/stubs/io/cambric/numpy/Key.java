package io.cambric.numpy;

import io.cambric.core.Array;

public record Key(Array data) {
  public static Key of(long seed) {
    throw new UnsupportedOperationException();
  }
}
