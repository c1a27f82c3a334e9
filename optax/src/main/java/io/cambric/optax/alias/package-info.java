/**
 * Optimisers, called aliases in Optax: records of hyperparameters that are composed of
 * transformations.
 *
 * <p>{@link io.cambric.optax.Optax} has a function for each. The state of an optimiser is the state
 * of its chain.
 */
@NullMarked
package io.cambric.optax.alias;

import org.jspecify.annotations.NullMarked;
