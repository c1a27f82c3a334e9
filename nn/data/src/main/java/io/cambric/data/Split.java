package io.cambric.data;

/**
 * Two datasets without a value in common.
 *
 * @param <T> the values
 * @param train the first part
 * @param test the rest
 */
public record Split<T>(Dataset<T> train, Dataset<T> test) {}
