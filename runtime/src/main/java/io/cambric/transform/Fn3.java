package io.cambric.transform;

/**
 * A function of three pytrees.
 *
 * @param <A> first argument
 * @param <B> second argument
 * @param <C> third argument
 * @param <R> result
 */
@FunctionalInterface
public interface Fn3<A, B, C, R> {

  /** {@return the result} */
  R apply(A first, B second, C third);
}
