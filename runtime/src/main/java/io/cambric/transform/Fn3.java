package io.cambric.transform;

import org.jspecify.annotations.Nullable;

/**
 * A function of three pytrees.
 *
 * @param <A> first argument
 * @param <B> second argument
 * @param <C> third argument
 * @param <R> result
 */
@FunctionalInterface
public interface Fn3<
    A extends @Nullable Object,
    B extends @Nullable Object,
    C extends @Nullable Object,
    R extends @Nullable Object> {

  /** {@return the result} */
  R apply(A first, B second, C third);
}
