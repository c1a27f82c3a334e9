package io.cambric.examples.digits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * Images and the digits they show.
 *
 * @param images f32 {@code [n, 8, 8, 1]}, intensities in {@code [0, 1]}
 * @param labels i32 {@code [n]}, 0 to 9
 */
@PyTree
public record Batch(Array images, Array labels) {}
