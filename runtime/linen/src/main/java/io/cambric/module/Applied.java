package io.cambric.module;

import io.cambric.scope.Variables;

/**
 * The result of apply with options: the output, and the mutable collections.
 *
 * @param output of the method
 * @param variables the collections that were declared mutable, as the method left them
 * @param <R> output
 */
public record Applied<R>(R output, Variables variables) {}
