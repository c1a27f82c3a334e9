package io.cambric.kernel;

/**
 * Rows at listed places of one array, and at a constant distance in another.
 *
 * @param places places of their first elements in the first array
 * @param length elements of a row
 * @param distance distance of consecutive rows in the other array
 */
public record ListedRows(ListedPlaces places, int length, int distance) {}
