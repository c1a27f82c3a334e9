package io.cambric.transform.result;

/**
 * The value of a function and its derivative along a tangent.
 *
 * @param output the value
 * @param tangent shaped like the output
 * @param <R> the output
 */
public record Jvp<R>(R output, R tangent) {}
