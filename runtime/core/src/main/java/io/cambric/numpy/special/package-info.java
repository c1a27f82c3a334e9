/** The special functions of {@code jax.numpy} and {@code jax.scipy.special}, by topic. */
@NullMarked
package io.cambric.numpy.special;

import org.jspecify.annotations.NullMarked;
