package io.cambric.transform.result;

/**
 * An index in the arguments of a function that is out of bounds for the axis that it indexes.
 *
 * @param leaf the names on the path to the array that holds the index, joined by slashes. It is
 *     empty if the argument is the array, or if the index depends on several arrays
 * @param index the value in the array, or the value that the operation reads if the index depends
 *     on several arrays
 * @param size the size of the axis
 * @param place the line of the indexing operation
 */
public record OutsideIndex(String leaf, long index, int size, String place) {}
