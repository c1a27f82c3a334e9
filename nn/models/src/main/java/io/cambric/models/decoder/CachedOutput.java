package io.cambric.models.decoder;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * The output of a layer for the tokens after a cache, and the cache that includes them. A pytree.
 *
 * @param output {@code [batch, length, width]}
 * @param cache of the layer
 */
@PyTree
public record CachedOutput(Array output, LayerCache cache) {}
