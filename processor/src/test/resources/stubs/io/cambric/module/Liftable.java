package io.cambric.module;

public interface Liftable<V, S, R, X> {
  default V vmap(String... methods) {
    throw new UnsupportedOperationException();
  }

  default V pmap(String... methods) {
    throw new UnsupportedOperationException();
  }

  default S scan(String... methods) {
    throw new UnsupportedOperationException();
  }

  default R remat(String... methods) {
    throw new UnsupportedOperationException();
  }

  default X mapVariables(String... methods) {
    throw new UnsupportedOperationException();
  }
}
