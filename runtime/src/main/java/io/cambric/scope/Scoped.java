package io.cambric.scope;

/**
 * What a function over a scope returned.
 *
 * @param output of the function
 * @param variables those that were mutable, as the function left them
 * @param <R> output
 */
public record Scoped<R>(R output, Variables variables) {}
