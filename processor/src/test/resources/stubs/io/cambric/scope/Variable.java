package io.cambric.scope;

import io.cambric.core.Array;

public final class Variable {
  public Array value() {
    throw new UnsupportedOperationException();
  }
}
