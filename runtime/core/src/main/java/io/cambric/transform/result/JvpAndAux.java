package io.cambric.transform.result;

/**
 * The value of a function, its derivative along a tangent, and its auxiliary output.
 *
 * @param output the value
 * @param tangent shaped like the output
 * @param aux the auxiliary output of the function
 * @param <R> the output
 * @param <X> the auxiliary output
 */
public record JvpAndAux<R, X>(R output, R tangent, X aux) {}
