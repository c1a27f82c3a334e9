package io.cambric.examples.tabular;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * Encoded rows of a table.
 *
 * @param numbers f32 {@code [rows, 2 * columns]}: a standardised number and its indicator
 * @param categories i32 {@code [rows, columns]}, rows of the tables of embeddings
 * @param labels i32 {@code [rows]}; zeros where the table has no classes
 */
@PyTree
record TabularBatch(Array numbers, Array categories, Array labels) {}
