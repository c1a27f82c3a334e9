package io.cambric.numpy.result;

import io.cambric.core.Array;

/**
 * The distinct elements that two arrays share, ascending, and the index of the first occurrence of
 * each.
 *
 * @param values each shared element once
 * @param xIndices indices in the first array, flattened
 * @param yIndices indices in the second array, flattened
 */
public record Intersect1dResult(Array values, Array xIndices, Array yIndices) {}
