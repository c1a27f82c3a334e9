package io.cambric.examples.ragged;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * A sequence and its class, or a batch of them.
 *
 * @param values f32 {@code [length, features]}
 * @param label i32 {@code []}
 */
@PyTree
record Sequence(Array values, Array label) {}
