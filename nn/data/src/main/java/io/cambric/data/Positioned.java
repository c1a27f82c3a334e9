package io.cambric.data;

/** A value with the position before it. */
final class Positioned<T> {

  private final long[] position;
  private final T value;

  Positioned(long[] position, T value) {
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
