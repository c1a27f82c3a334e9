/** Loss functions, after {@code optax.losses}: {@link io.cambric.optax.loss.Losses} has all. */
@NullMarked
package io.cambric.optax.loss;

import org.jspecify.annotations.NullMarked;
