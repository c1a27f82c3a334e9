package io.cambric.numpy.result;

import io.cambric.core.Array;

/** The part behind the point and the whole part. */
public record ModfResult(Array fractional, Array integral) {}
