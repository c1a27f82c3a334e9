package io.cambric.transform;

@FunctionalInterface
public interface Fn<A, R> {
  R apply(A a);
}
