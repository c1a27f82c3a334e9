package io.cambric.examples.reversible;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/** The two halves of the features of a batch, {@code [n, width]} each. */
@PyTree
record Halves(Array first, Array second) {}
