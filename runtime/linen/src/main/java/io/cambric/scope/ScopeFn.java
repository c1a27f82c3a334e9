package io.cambric.scope;

/**
 * A function whose variables and random keys come from a scope.
 *
 * @param <A> argument
 * @param <R> result
 */
@FunctionalInterface
public interface ScopeFn<A, R> {

  /** {@return the result} */
  R apply(Scope scope, A argument);
}
