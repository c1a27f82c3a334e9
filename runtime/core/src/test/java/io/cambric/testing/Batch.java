package io.cambric.testing;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/** Inputs and their targets. */
@PyTree
public record Batch(Array x, Array y) {}
