package io.cambric.numpy.result;

import io.cambric.core.Array;

/**
 * Evenly spaced values, and the distance between neighbours.
 *
 * @param values along the axis of {@code linspace}
 * @param step of the broadcast shape of the ends; NaN where there are fewer than two values
 */
public record LinspaceResult(Array values, Array step) {}
