package io.cambric.module;

public interface MapVariablesVerbs<S> {
  default S mutable(boolean mutable) {
    throw new UnsupportedOperationException();
  }

  default S init(boolean init) {
    throw new UnsupportedOperationException();
  }
}
