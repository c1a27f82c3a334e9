/** The functions of {@code jax.numpy.linalg} and {@code jax.scipy.linalg}, by topic. */
@NullMarked
package io.cambric.numpy.linalg;

import org.jspecify.annotations.NullMarked;
