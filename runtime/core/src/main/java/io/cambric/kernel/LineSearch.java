package io.cambric.kernel;

/**
 * The index of the largest or the smallest element of each line: the first of equals, and the first
 * NaN if there is one.
 *
 * @param dims sizes of the operand; the lines run along the last one
 * @param strides of the operand in this order
 * @param isMax whether the largest element is looked for
 */
public record LineSearch(int[] dims, int[] strides, boolean isMax) implements KernelForm {}
