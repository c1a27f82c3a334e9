package io.cambric.kernel;

/**
 * The index of the largest or the smallest element of each line: the first NaN if there is one,
 * else the first of equal elements.
 *
 * @param dims sizes of the operand; the lines run along the last axis
 * @param strides strides of the operand in this order
 * @param isMax whether the search is for the largest element
 */
public record LineSearch(int[] dims, int[] strides, boolean isMax) implements KernelForm {}
