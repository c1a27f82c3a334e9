/**
 * A model that is written for one sequence, and runs on batches of sequences of several lengths:
 * {@code vmap} gives the batch, masks and buckets the lengths.
 */
@NullMarked
package io.cambric.examples.ragged;

import org.jspecify.annotations.NullMarked;
