package io.cambric.data;

import io.cambric.core.Array;

/**
 * Sequences of several lengths as one batch, padded with zeros to a common length; immutable, and a
 * pytree.
 *
 * @param <T> the values
 * @param values arrays of at least one axis as {@code [batch, length, ...]}, scalars as {@code
 *     [batch]}
 * @param mask {@code bool[batch, length]}, true for elements of a sequence, false for padding and
 *     in rows that fill up the last batches
 */
public record PaddedBatch<T>(T values, Array mask) {}
