/** The functions of {@code jax.nn}, by topic. */
@NullMarked
package io.cambric.numpy.nn;

import org.jspecify.annotations.NullMarked;
