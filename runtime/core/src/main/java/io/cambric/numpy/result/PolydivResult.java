package io.cambric.numpy.result;

import io.cambric.core.Array;

/** The coefficients of a quotient of polynomials and of its remainder. */
public record PolydivResult(Array quotient, Array remainder) {}
