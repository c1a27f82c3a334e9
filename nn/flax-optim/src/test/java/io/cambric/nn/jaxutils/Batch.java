package io.cambric.nn.jaxutils;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/** Inputs and their targets. */
@PyTree
record Batch(Array x, Array y) {}
