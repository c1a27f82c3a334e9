package io.cambric.numpy.result;

import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * A fitted polynomial, and the quality of the fit.
 *
 * @param coefficients highest degree first: {@code [degree + 1]}, or {@code [degree + 1, k]} for k
 *     sets of values
 * @param residuals sums of squared residuals; empty if the rank is not full
 * @param rank of the scaled Vandermonde matrix
 * @param singularValues of the scaled Vandermonde matrix
 * @param rcond the bound of singular values
 * @param covariance of the coefficients, {@code [degree + 1, degree + 1]} or {@code [degree + 1,
 *     degree + 1, k]}; {@code null} unless requested
 */
public record PolyfitResult(
    Array coefficients,
    Array residuals,
    Array rank,
    Array singularValues,
    double rcond,
    @Nullable Array covariance) {}
