package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@link Linalg#matrixRank} and {@link Linalg#pinv}, such as the tolerance below which
 * singular values count as 0.
 *
 * @param rtol the tolerance, one for all matrices or one for each; {@code null} for one that
 *     follows from size and dtype
 * @param hermitian whether the matrices are symmetric, so that their eigenvalues give the singular
 *     ones
 */
public record RankOptions(@Nullable Array rtol, boolean hermitian) {

  /** A tolerance that follows from size and dtype, for any matrices. */
  public static final RankOptions DEFAULT = new RankOptions(null, false);

  /**
   * {@return the tolerance, or a default one, in the dtype of singular values and with an axis for
   * them}
   */
  Array tolerance(Array values, double otherwise) {
    if (rtol == null) {
      return Operands.constant(values, otherwise);
    }
    var tolerance = Lax.stopGradient(rtol.astype(values.dtype()));
    return rtol.rank() == 0 ? tolerance : ShapeFunctions.expandDims(tolerance, -1);
  }

  /** {@return this with a tolerance for all matrices} */
  public RankOptions withRtol(double tolerance) {
    return withRtol(NdArray.scalar(DType.F64, tolerance));
  }

  /** {@return this with a tolerance for each matrix, or one for all} */
  public RankOptions withRtol(Array tolerance) {
    return new RankOptions(tolerance, hermitian);
  }

  /** {@return this for symmetric matrices, or for any} */
  public RankOptions withHermitian(boolean symmetric) {
    return new RankOptions(rtol, symmetric);
  }
}
