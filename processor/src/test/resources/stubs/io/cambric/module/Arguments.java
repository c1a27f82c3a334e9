package io.cambric.module;

public final class Arguments {
  public <T> T get(int i) {
    throw new UnsupportedOperationException();
  }
}
