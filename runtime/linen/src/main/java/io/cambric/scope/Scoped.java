package io.cambric.scope;

/**
 * The result of a function over a scope: its output, and the mutable variables.
 *
 * @param output of the function
 * @param variables the mutable ones, as the function left them
 * @param <R> output
 */
public record Scoped<R>(R output, Variables variables) {}
