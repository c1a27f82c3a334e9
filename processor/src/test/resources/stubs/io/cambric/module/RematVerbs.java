package io.cambric.module;

public interface RematVerbs<S> {
  default S preventCse(boolean prevent) {
    throw new UnsupportedOperationException();
  }
}
