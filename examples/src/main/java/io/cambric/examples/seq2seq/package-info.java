/** Sequence to sequence by two LSTMs, which learn to add, in one file. */
@NullMarked
package io.cambric.examples.seq2seq;

import org.jspecify.annotations.NullMarked;
