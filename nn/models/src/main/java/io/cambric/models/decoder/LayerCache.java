package io.cambric.models.decoder;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * Keys and values of earlier tokens in one layer. A pytree.
 *
 * @param keys {@code [batch, slots, groups, size]}
 * @param values {@code [batch, slots, groups, size]}
 */
@PyTree
public record LayerCache(Array keys, Array values) {}
