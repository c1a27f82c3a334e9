package io.cambric.numpy.result;

import io.cambric.core.Array;

/** A triangle of Cholesky, and which one it is. */
public record ChoFactor(Array c, boolean lower) {}
