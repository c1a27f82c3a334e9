/**
 * The array surface in the manner of jax.numpy: promotion, broadcasting, reductions, contractions,
 * and the activations of jax.nn.
 */
@NullMarked
package io.cambric.numpy;

import org.jspecify.annotations.NullMarked;
