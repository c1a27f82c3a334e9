package io.cambric.transform;

/**
 * A function of two pytrees.
 *
 * @param <A> first argument
 * @param <B> second argument
 * @param <R> result
 */
@FunctionalInterface
public interface Fn2<A, B, R> {

  /** {@return the result} */
  R apply(A first, B second);
}
