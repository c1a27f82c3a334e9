package io.cambric.kernel;

import io.cambric.array.DType;

/**
 * A batch of matrix products {@code out[b, i, j] = sum over p of lhs[b, i, p] * rhs[b, p, j]}.
 *
 * <p>Each operand has three strides: batch, rows and columns. Strides may be 0 or in any order, so
 * a transposed factor needs no copy.
 *
 * @param batch number of products
 * @param rows rows of lhs and out
 * @param columns columns of rhs and out
 * @param inner length of the sums; 0 gives zeros
 * @param dtype dtype of both operands; half types accumulate in f32, integers wrap
 * @param ofVectors whether the factors are vectors, not matrices of one row and one column. Sums of
 *     f32 and f64 then have the order of a reduction
 */
public record MatmulSpec(
    int batch, int rows, int columns, int inner, DType dtype, boolean ofVectors) {

  /** A batch of products of matrices. */
  public MatmulSpec(int batch, int rows, int columns, int inner, DType dtype) {
    this(batch, rows, columns, inner, dtype, false);
  }

  /** {@return an operand with rows and columns swapped} */
  public static Operand transposed(Operand operand) {
    int[] s = operand.strides();
    return new Operand(operand.buffer(), operand.offset(), new int[] {s[0], s[2], s[1]});
  }
}
