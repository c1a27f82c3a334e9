package io.cambric.numpy.result;

import io.cambric.core.Array;

/** The factors of Gauss elimination in one matrix, and the exchanges of rows. */
public record LuFactor(Array lu, Array pivots) {}
