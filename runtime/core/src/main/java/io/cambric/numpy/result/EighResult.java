package io.cambric.numpy.result;

import io.cambric.core.Array;

/** Eigenvalues, ascending, and the eigenvector of each in a column. */
public record EighResult(Array eigenvalues, Array eigenvectors) {}
