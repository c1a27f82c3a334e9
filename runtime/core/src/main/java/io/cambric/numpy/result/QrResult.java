package io.cambric.numpy.result;

import io.cambric.core.Array;

/** Orthonormal columns and an upper triangle. */
public record QrResult(Array q, Array r) {}
