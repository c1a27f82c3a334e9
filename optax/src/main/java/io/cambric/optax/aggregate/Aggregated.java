package io.cambric.optax.aggregate;

import io.cambric.optax.base.Extras;
import io.cambric.optax.base.OptState;

/**
 * The result of an aggregation.
 *
 * @param updates in the shapes of the parameters
 * @param state for the next step
 * @param extras for the transformations that follow
 * @param <P> the tree of updates
 */
public record Aggregated<P>(P updates, OptState state, Extras<P> extras) {}
