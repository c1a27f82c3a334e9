package io.cambric.transform.result;

/**
 * The result of a function with auxiliary output; the output may be any pytree.
 *
 * @param output the differentiated output
 * @param aux the auxiliary output
 * @param <R> the output
 * @param <X> the auxiliary output
 */
public record OutputAndAux<R, X>(R output, X aux) {}
