package io.cambric.numpy;

import io.cambric.core.Array;
import java.util.List;

public record Key(Array data) {
  public static Key of(long seed) {
    throw new UnsupportedOperationException();
  }

  public List<Key> splitToList(int count) {
    throw new UnsupportedOperationException();
  }
}
