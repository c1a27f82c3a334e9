package io.cambric.models.seq2seq;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.models.encoder.KeysValues;

/**
 * The result of a layer of a decoder.
 *
 * @param states {@code [batch, length, features]}
 * @param own keys and values of the tokens so far
 */
@PyTree
public record DecodedLayer(Array states, KeysValues own) {}
