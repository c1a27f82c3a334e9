/** Factorisations of matrices and solutions of linear equations, after {@code jax.lax.linalg}. */
@NullMarked
package io.cambric.lax.linalg;

import org.jspecify.annotations.NullMarked;
