package io.cambric.numpy.result;

import io.cambric.core.Array;

/** The sign of a determinant, 0 for a singular matrix, and the logarithm of its magnitude. */
public record SlogdetResult(Array sign, Array logabsdet) {}
