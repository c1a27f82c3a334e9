/** Convolutions and sliding windows, with their gradients, after {@code jax.lax}. */
@NullMarked
package io.cambric.lax.conv;

import org.jspecify.annotations.NullMarked;
