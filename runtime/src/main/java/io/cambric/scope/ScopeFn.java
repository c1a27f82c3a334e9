package io.cambric.scope;

/**
 * A function that takes its variables and random keys from a scope.
 *
 * @param <A> argument
 * @param <R> result
 */
@FunctionalInterface
public interface ScopeFn<A, R> {

  /** {@return the result} */
  R apply(Scope scope, A argument);
}
