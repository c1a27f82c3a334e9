package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * The state of a model after the tokens that it has read. A pytree.
 *
 * @param logits of the next token of each sequence, {@code [rows, vocabulary]}
 * @param cache of the model, a pytree
 */
@PyTree
record DecodingState(Array logits, Object cache) {}
