package io.cambric.scope.lift;

import org.jspecify.annotations.Nullable;

/**
 * A lifted function's value, its pullback, and what it returned beside the value.
 *
 * @param output the value
 * @param pullback from cotangents of the value to those of variables and argument
 * @param aux null if there is nothing else
 * @param <A> argument
 * @param <R> value
 * @param <X> auxiliary output
 */
public record LiftedVjp<
    A extends @Nullable Object, R extends @Nullable Object, X extends @Nullable Object>(
    R output, Pullback<A, R> pullback, X aux) {}
