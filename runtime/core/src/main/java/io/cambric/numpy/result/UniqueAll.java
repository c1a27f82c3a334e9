package io.cambric.numpy.result;

import io.cambric.core.Array;

/**
 * The different elements of an array, ascending, and where they are.
 *
 * @param values each different element once
 * @param indices where in the array each comes first
 * @param inverseIndices for each element of the array its place in the values
 * @param counts how often each occurs
 */
public record UniqueAll(Array values, Array indices, Array inverseIndices, Array counts) {}
