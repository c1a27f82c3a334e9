package io.cambric.transform.result;

/**
 * What a function with auxiliary output returns, where its output may be any pytree.
 *
 * @param output what is differentiated
 * @param aux anything else, carried along
 * @param <R> the output
 * @param <X> the auxiliary output
 */
public record OutputAndAux<R, X>(R output, X aux) {}
