package io.cambric.numpy.result;

import io.cambric.core.Array;

/**
 * Orthonormal columns, an upper triangle, and the order of the columns of the matrix.
 *
 * @param p the i32 permutation with {@code a[:, p] = q r}
 */
public record PivotedQrResult(Array q, Array r, Array p) {}
