/** Checks of hyperparameters and of shapes, shared by optimisers, losses and schedules. */
@NullMarked
package io.cambric.optax.check;

import org.jspecify.annotations.NullMarked;
