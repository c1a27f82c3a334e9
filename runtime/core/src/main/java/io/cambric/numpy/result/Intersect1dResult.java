package io.cambric.numpy.result;

import io.cambric.core.Array;

/**
 * The different elements that two arrays share, ascending, and where each comes first in them.
 *
 * @param values each shared element once
 * @param xIndices places in the first array, flattened
 * @param yIndices places in the second array, flattened
 */
public record Intersect1dResult(Array values, Array xIndices, Array yIndices) {}
