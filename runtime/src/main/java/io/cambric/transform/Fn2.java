package io.cambric.transform;

import org.jspecify.annotations.Nullable;

/**
 * A function of two pytrees.
 *
 * @param <A> first argument
 * @param <B> second argument
 * @param <R> result
 */
@FunctionalInterface
public interface Fn2<
    A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> {

  /** {@return the result} */
  R apply(A first, B second);
}
