package io.cambric.numpy.result;

import io.cambric.core.Array;

/** Factors whose product is a matrix: a permutation, a lower and an upper triangle. */
public record LuResult(Array p, Array l, Array u) {}
