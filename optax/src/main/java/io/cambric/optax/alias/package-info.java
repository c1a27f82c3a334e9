/**
 * Optimisers, which Optax calls aliases: records of hyperparameters that say which transformations
 * they stand for.
 *
 * <p>{@link io.cambric.optax.Optax} has a function for each. The state of an optimiser is that of
 * its chain.
 */
@NullMarked
package io.cambric.optax.alias;

import org.jspecify.annotations.NullMarked;
