package io.cambric.numpy.dtype;

import io.cambric.array.DType;

/**
 * The limits of a floating dtype.
 *
 * @param dtype of the numbers
 * @param bits of one number
 * @param eps the distance from 1 to the next larger number
 * @param epsneg the distance from 1 to the next smaller number
 * @param max the largest finite number
 * @param min the least finite number
 * @param tiny the smallest positive number of full precision; also {@code smallest_normal}
 * @param smallestSubnormal the smallest positive number
 * @param resolution 10 to the power of {@code -precision}, in the dtype
 * @param precision the decimal digits that a number keeps
 * @param nmant the bits of the mantissa
 * @param nexp the bits of the exponent
 * @param minexp the exponent of {@code tiny}
 * @param maxexp the least power of two that overflows
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.finfo.html">jnp.finfo</a>
 */
public record Finfo(
    DType dtype,
    int bits,
    double eps,
    double epsneg,
    double max,
    double min,
    double tiny,
    double smallestSubnormal,
    double resolution,
    int precision,
    int nmant,
    int nexp,
    int minexp,
    int maxexp) {}
