package io.cambric.transform;

import org.jspecify.annotations.Nullable;

/**
 * A function of one pytree.
 *
 * @param <A> argument
 * @param <R> result
 */
@FunctionalInterface
public interface Fn<A extends @Nullable Object, R extends @Nullable Object> {

  /** {@return the result} */
  R apply(A argument);
}
