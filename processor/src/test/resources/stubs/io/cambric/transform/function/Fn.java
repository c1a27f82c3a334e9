package io.cambric.transform.function;

@FunctionalInterface
public interface Fn<A, R> {
  R apply(A a);
}
