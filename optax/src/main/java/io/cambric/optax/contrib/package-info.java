/**
 * Contributed optimisers, after {@code optax.contrib}: records of their hyperparameters, with their
 * equations and states.
 *
 * <p>{@link io.cambric.optax.contrib.Contrib} has a function for each. A function takes
 * hyperparameters without a default; options are withers, as in {@code
 * muon(1e-3).withWeightDecay(0.1)}.
 */
@NullMarked
package io.cambric.optax.contrib;

import org.jspecify.annotations.NullMarked;
