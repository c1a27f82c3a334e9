package io.cambric.lax.dims;

import io.cambric.array.Axes;

/**
 * The axes that a {@code dot_general} sums over and the axes that it batches over, in pairs.
 *
 * @param lhsContract summed axes of the left operand
 * @param rhsContract summed axes of the right operand, in the same order
 * @param lhsBatch batch axes of the left operand
 * @param rhsBatch batch axes of the right operand, in the same order
 */
public record DotDims(Axes lhsContract, Axes rhsContract, Axes lhsBatch, Axes rhsBatch) {

  /** {@return the axes of the left operand that are neither summed nor batch axes} */
  public Axes lhsFree(int rank) {
    return lhsContract.concat(lhsBatch).complement(rank);
  }

  /** {@return the axes of the right operand that are neither summed nor batch axes} */
  public Axes rhsFree(int rank) {
    return rhsContract.concat(rhsBatch).complement(rank);
  }

  @Override
  public String toString() {
    return "((%s, %s), (%s, %s))".formatted(lhsContract, rhsContract, lhsBatch, rhsBatch);
  }
}
