package io.cambric.numpy.result;

import io.cambric.core.Array;

/**
 * The reflections of a QR factorisation, in the form of LAPACK's {@code geqrf}.
 *
 * @param h the transposed matrices with the triangle and the vectors of the reflections
 * @param tau the scales of the reflections
 */
public record QrRawResult(Array h, Array tau) {}
