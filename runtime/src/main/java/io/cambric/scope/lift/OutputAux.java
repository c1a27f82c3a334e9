package io.cambric.scope.lift;

import org.jspecify.annotations.Nullable;

/**
 * What a lifted function with auxiliary output returns.
 *
 * @param output what is differentiated
 * @param aux anything else
 * @param <R> output
 * @param <X> auxiliary output
 */
public record OutputAux<R extends @Nullable Object, X extends @Nullable Object>(R output, X aux) {}
