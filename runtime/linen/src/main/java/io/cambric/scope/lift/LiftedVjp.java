package io.cambric.scope.lift;

import org.jspecify.annotations.Nullable;

/**
 * The result of a lifted vjp: the value of a function, its pullback and its auxiliary output.
 *
 * @param output the value
 * @param pullback from cotangents of the value to cotangents of variables and argument
 * @param aux the auxiliary output; null if there is none
 * @param <A> argument
 * @param <R> value
 * @param <X> auxiliary output
 */
public record LiftedVjp<
    A extends @Nullable Object, R extends @Nullable Object, X extends @Nullable Object>(
    R output, Pullback<A, R> pullback, X aux) {}
