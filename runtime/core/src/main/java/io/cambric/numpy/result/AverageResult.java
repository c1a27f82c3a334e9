package io.cambric.numpy.result;

import io.cambric.core.Array;

/** A mean with weights, and the sums of the weights, both of one shape. */
public record AverageResult(Array average, Array sumOfWeights) {}
