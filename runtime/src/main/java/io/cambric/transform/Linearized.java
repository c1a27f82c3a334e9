package io.cambric.transform;

/**
 * A function's value and its derivative as a linear function.
 *
 * @param output the value
 * @param linear from tangents of the argument to those of the output; may be called often
 * @param <A> the argument
 * @param <R> the output
 */
public record Linearized<A, R>(R output, Fn<A, R> linear) {}
