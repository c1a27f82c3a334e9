package io.cambric.examples.seq2seq;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.nn.LstmCarry;

/**
 * The carry of the decoder.
 *
 * @param lstm state of its cell
 * @param last the character that was written last, one-hot {@code [batch, characters]}
 */
@PyTree
record DecoderCarry(LstmCarry lstm, Array last) {}
