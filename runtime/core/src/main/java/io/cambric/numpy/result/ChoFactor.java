package io.cambric.numpy.result;

import io.cambric.core.Array;

/** A Cholesky factor, and whether it is the lower triangle. */
public record ChoFactor(Array c, boolean lower) {}
