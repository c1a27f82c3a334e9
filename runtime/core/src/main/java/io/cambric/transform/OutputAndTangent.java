package io.cambric.transform;

/**
 * The result of a forward rule with symbolic zeros: the value of the function and its tangent.
 *
 * @param output the value
 * @param tangent the tangent, with the structure, shapes and dtypes of the output
 * @param <R> the output
 */
public record OutputAndTangent<R>(R output, Tangent<R> tangent) {}
