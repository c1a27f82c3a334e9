package io.cambric.optax.linearalgebra;

import io.cambric.core.Array;

/**
 * An inverse root of a matrix.
 *
 * @param root {@code matrix^(-1/p)}, in the shape and dtype of the matrix
 * @param error the largest absolute element of {@code root^p matrix - I}, as estimated by the
 *     iteration; a scalar
 */
public record InverseRoot(Array root, Array error) {}
