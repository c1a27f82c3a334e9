package io.cambric.numpy.result;

import io.cambric.core.Array;

/**
 * Evenly spaced values, and the distance between neighbours.
 *
 * @param values along the axis of {@code linspace}
 * @param step in the broadcast shape of the ends; NaN for fewer than two values
 */
public record LinspaceResult(Array values, Array step) {}
