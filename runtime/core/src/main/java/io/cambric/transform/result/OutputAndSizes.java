package io.cambric.transform.result;

/**
 * The result of a {@code ragged} function with the sizes of its arrays.
 *
 * @param output the result, with zeros behind the elements of ragged axes
 * @param sizes for each array of the result a vector of i32: its sizes without padding
 * @param <R> the result
 */
public record OutputAndSizes<R>(R output, R sizes) {}
