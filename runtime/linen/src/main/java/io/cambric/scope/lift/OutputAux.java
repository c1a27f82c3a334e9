package io.cambric.scope.lift;

import org.jspecify.annotations.Nullable;

/**
 * The output of a lifted function that is differentiated, and its auxiliary output.
 *
 * @param output the differentiated part
 * @param aux anything else
 * @param <R> output
 * @param <X> auxiliary output
 */
public record OutputAux<R extends @Nullable Object, X extends @Nullable Object>(R output, X aux) {}
