package io.cambric.numpy.result;

import io.cambric.core.Array;

/** The fractional part and the integer part. */
public record ModfResult(Array fractional, Array integral) {}
