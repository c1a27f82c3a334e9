/**
 * Gradient transformations. Each is a record of its hyperparameters, with its equations and its
 * state.
 *
 * <p>{@link io.cambric.optax.Optax} has a function for each. Records change by withers, as in
 * {@code scaleByAdam().withB1(0.95)}.
 */
@NullMarked
package io.cambric.optax.transform;

import org.jspecify.annotations.NullMarked;
