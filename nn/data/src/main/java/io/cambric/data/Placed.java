package io.cambric.data;

/** A value with a position next to it. */
final class Placed<T> {

  private final long[] position;
  private final T value;

  Placed(long[] position, T value) {
    this.position = position;
    this.value = value;
  }

  long[] position() {
    return position.clone();
  }

  T value() {
    return value;
  }
}
