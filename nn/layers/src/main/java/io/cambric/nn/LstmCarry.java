package io.cambric.nn;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.serialization.StateTuple;

/**
 * The carry of an LSTM cell: cell state and hidden state.
 *
 * @param c the memory
 * @param h the last output
 */
@PyTree
public record LstmCarry(Array c, Array h) implements StateTuple {}
