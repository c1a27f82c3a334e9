package io.cambric.numpy.option;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@code Linalg.matrixRank} and {@code Linalg.pinv}, such as the tolerance below which
 * singular values count as 0.
 *
 * @param rtol the tolerance, for all matrices or for each; {@code null} for a default that depends
 *     on size and dtype
 * @param hermitian whether the matrices are symmetric, so that their eigenvalues give the singular
 *     values
 */
public record RankOptions(@Nullable Array rtol, boolean hermitian) {

  /** A tolerance that depends on size and dtype, for any matrices. */
  public static final RankOptions DEFAULT = new RankOptions(null, false);

  /** {@return these options with a tolerance for all matrices} */
  public RankOptions withRtol(double tolerance) {
    return withRtol(NdArray.scalar(DType.F64, tolerance));
  }

  /** {@return these options with a tolerance for each matrix, or one for all} */
  public RankOptions withRtol(Array tolerance) {
    return new RankOptions(tolerance, hermitian);
  }

  /** {@return these options for symmetric matrices, or for any} */
  public RankOptions withHermitian(boolean symmetric) {
    return new RankOptions(rtol, symmetric);
  }
}
