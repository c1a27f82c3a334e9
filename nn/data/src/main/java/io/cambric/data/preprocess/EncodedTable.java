package io.cambric.data.preprocess;

import io.cambric.core.Array;

/**
 * The rows of a table as inputs of a network; a pytree, so that {@code Dataset.ofArrays} takes it.
 *
 * @param numbers f32 {@code [rows, features]}: two features for each column of numbers, then eight
 *     for each column of dates
 * @param categories i32 {@code [rows, columns]}: rows of the tables of embeddings
 * @param labels {@code [rows]}: i32 numbers of classes, or f32 values of a numeric target; zeros if
 *     the table lacks the target
 */
public record EncodedTable(Array numbers, Array categories, Array labels) {}
