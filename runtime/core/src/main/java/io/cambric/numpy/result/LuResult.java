package io.cambric.numpy.result;

import io.cambric.core.Array;

/** The factors of a matrix: a permutation, a lower and an upper triangle. */
public record LuResult(Array p, Array l, Array u) {}
