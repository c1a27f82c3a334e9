package io.cambric.random;

public record Key(long seed) {
  public static Key of(long seed) {
    return new Key(seed);
  }
}
