package io.cambric.models.seq2seq;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * The result of a decoder for tokens that follow those in a cache.
 *
 * @param logits scores of the next token, {@code [batch, length, vocabulary]}
 * @param cache with the tokens
 */
@PyTree
public record DecoderOutput(Array logits, DecoderCache cache) {}
