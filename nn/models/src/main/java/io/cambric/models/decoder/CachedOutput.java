package io.cambric.models.decoder;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * The output of a layer for tokens that follow those of a cache, and the cache with them. A pytree.
 *
 * @param output {@code [batch, length, width]}
 * @param cache of the layer
 */
@PyTree
public record CachedOutput(Array output, LayerCache cache) {}
