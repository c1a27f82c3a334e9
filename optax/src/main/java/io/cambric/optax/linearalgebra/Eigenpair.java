package io.cambric.optax.linearalgebra;

import io.cambric.core.Array;

/**
 * An eigenvalue with its eigenvector.
 *
 * @param eigenvalue a scalar
 * @param eigenvector of norm 1
 * @param <T> the tree of the vector
 */
public record Eigenpair<T>(Array eigenvalue, T eigenvector) {}
