/**
 * Numeric hyperparameters, and the checks of hyperparameters and shapes that optimisers, losses and
 * schedules share.
 *
 * <p>A {@link io.cambric.optax.hyperparameter.Scalar} is a number or a scalar array. Records of
 * hyperparameters check their numbers when they are constructed. Arrays are known only when a
 * program runs, so they are not checked.
 */
@NullMarked
package io.cambric.optax.hyperparameter;

import org.jspecify.annotations.NullMarked;
