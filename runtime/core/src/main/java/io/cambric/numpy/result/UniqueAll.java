package io.cambric.numpy.result;

import io.cambric.core.Array;

/**
 * The distinct elements of an array, ascending, and their indices.
 *
 * @param values each distinct element once
 * @param indices the index of the first occurrence of each in the array
 * @param inverseIndices for each element of the array, its index in the values
 * @param counts the number of occurrences of each
 */
public record UniqueAll(Array values, Array indices, Array inverseIndices, Array counts) {}
