/**
 * Sequence to sequence: one LSTM reads an addition, another writes its result, character by
 * character.
 */
@NullMarked
package io.cambric.examples.seq2seq;

import org.jspecify.annotations.NullMarked;
