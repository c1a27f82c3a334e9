package io.cambric.kernel;

import io.cambric.array.Axes;

/**
 * A sliding window over all axes of an operand.
 *
 * @param input sizes of the operand
 * @param output sizes of the result
 * @param window sizes of the window
 * @param strides steps between windows
 * @param padLow padding before each axis of the (dilated) operand; padding does not count
 * @param baseDilation spacing of the operand's elements, at least 1
 * @param windowDilation spacing of the window's elements, at least 1
 */
public record WindowSpec(
    Axes input,
    Axes output,
    Axes window,
    Axes strides,
    Axes padLow,
    Axes baseDilation,
    Axes windowDilation) {}
