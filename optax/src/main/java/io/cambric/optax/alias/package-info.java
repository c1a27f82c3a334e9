/**
 * Optimisers, which Optax calls aliases: records of hyperparameters that name the transformations
 * they consist of.
 *
 * <p>{@link io.cambric.optax.Optax} has a function for each. The state of an optimiser is the state
 * of its chain.
 */
@NullMarked
package io.cambric.optax.alias;

import org.jspecify.annotations.NullMarked;
