package io.cambric.module;

import io.cambric.scope.Variables;

/**
 * What apply with options returned.
 *
 * @param output of the method
 * @param variables the collections that were declared mutable, as the method left them
 * @param <R> output
 */
public record Applied<R>(R output, Variables variables) {}
