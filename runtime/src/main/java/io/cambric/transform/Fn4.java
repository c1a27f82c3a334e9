package io.cambric.transform;

import org.jspecify.annotations.Nullable;

/**
 * A function of four pytrees.
 *
 * @param <A> first argument
 * @param <B> second argument
 * @param <C> third argument
 * @param <D> fourth argument
 * @param <R> result
 */
@FunctionalInterface
public interface Fn4<
    A extends @Nullable Object,
    B extends @Nullable Object,
    C extends @Nullable Object,
    D extends @Nullable Object,
    R extends @Nullable Object> {

  /** {@return the result} */
  R apply(A first, B second, C third, D fourth);
}
