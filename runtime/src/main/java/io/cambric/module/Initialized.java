package io.cambric.module;

import io.cambric.scope.Variables;

/**
 * What init returned, together with the output of the method it ran.
 *
 * @param output of the method
 * @param variables all that the method made
 * @param <R> output
 */
public record Initialized<R>(R output, Variables variables) {}
