package io.cambric.data;

/**
 * A value with its number.
 *
 * @param <T> the value
 * @param index from 0
 * @param value of that number
 */
public record IndexedValue<T>(long index, T value) {}
