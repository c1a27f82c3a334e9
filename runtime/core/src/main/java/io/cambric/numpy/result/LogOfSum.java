package io.cambric.numpy.result;

import io.cambric.core.Array;

/** The logarithm of the magnitude of a number, and the sign of the number. */
public record LogOfSum(Array value, Array sign) {}
