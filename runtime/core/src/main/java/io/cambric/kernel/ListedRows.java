package io.cambric.kernel;

/**
 * Rows that lie at places of one array and at one distance in another.
 *
 * @param places of their first elements in the one array
 * @param length elements of a row
 * @param distance of consecutive rows in the other array
 */
public record ListedRows(ListedPlaces places, int length, int distance) {}
