package io.cambric.transform;

/**
 * A function of one pytree.
 *
 * @param <A> argument
 * @param <R> result
 */
@FunctionalInterface
public interface Fn<A, R> {

  /** {@return the result} */
  R apply(A argument);
}
