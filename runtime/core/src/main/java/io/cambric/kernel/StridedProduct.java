package io.cambric.kernel;

/**
 * A batch of matrix products with the strides of its operands.
 *
 * @param lhs strides of batch, rows and k
 * @param rhs strides of batch, k and columns
 * @param out strides of batch, rows and columns
 */
public record StridedProduct(MatmulSpec spec, int[] lhs, int[] rhs, int[] out)
    implements KernelForm {}
