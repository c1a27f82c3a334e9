package io.cambric.numpy.result;

import io.cambric.core.Array;

/** A fraction and the power of two it is multiplied by. */
public record FrexpResult(Array mantissa, Array exponent) {}
