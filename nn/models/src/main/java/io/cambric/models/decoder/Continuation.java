package io.cambric.models.decoder;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * The logits of the token after a sequence, and the cache that holds the sequence. A pytree.
 *
 * @param logits {@code [batch, vocabulary]}
 * @param cache with the tokens so far
 */
@PyTree
public record Continuation(Array logits, KeyValueCache cache) {}
