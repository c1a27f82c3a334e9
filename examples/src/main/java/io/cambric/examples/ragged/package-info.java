/** A model of one sequence on batches of sequences of several lengths, in one file. */
@NullMarked
package io.cambric.examples.ragged;

import org.jspecify.annotations.NullMarked;
