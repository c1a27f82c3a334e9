package io.cambric.transform.result;

/**
 * An index among the arguments of a function that lies outside of the axis it indexes.
 *
 * @param leaf the names on the path to the array that holds it, joined by slashes; empty if the
 *     argument is the array, or several arrays make the index
 * @param index as the array holds it; as the operation reads it if several arrays make it
 * @param size of the axis
 * @param place the line that indexes
 */
public record OutsideIndex(String leaf, long index, int size, String place) {}
