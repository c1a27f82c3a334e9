package io.cambric.module;

import io.cambric.scope.Variables;

/**
 * The result of init with output: the output of the method, and the variables.
 *
 * @param output of the method
 * @param variables that the method created
 * @param <R> output
 */
public record Initialized<R>(R output, Variables variables) {}
