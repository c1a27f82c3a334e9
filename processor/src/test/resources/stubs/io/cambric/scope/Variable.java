package io.cambric.scope;

public final class Variable<T> {
  public T get() {
    throw new UnsupportedOperationException();
  }

  public void set(T value) {}
}
