package io.cambric.numpy.result;

import io.cambric.core.Array;

/** A fraction, and the power of two that multiplies it. */
public record FrexpResult(Array mantissa, Array exponent) {}
