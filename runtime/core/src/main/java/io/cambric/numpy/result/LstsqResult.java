package io.cambric.numpy.result;

import io.cambric.core.Array;

/** A solution, its sums of squared residuals, the rank and the singular values. */
public record LstsqResult(Array x, Array residuals, Array rank, Array s) {}
