package io.cambric.nn;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * What a step of an LSTM hands on.
 *
 * @param c the memory
 * @param h the last output
 */
@PyTree
public record LstmCarry(Array c, Array h) {}
