package io.cambric.numpy.result;

import io.cambric.core.Array;

/** Left singular vectors in columns, singular values, right singular vectors in rows. */
public record SvdResult(Array u, Array s, Array vh) {}
