package io.cambric.optax.linearalgebra;

import io.cambric.core.Array;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Options of least squares with nonnegative weights.
 *
 * @param unroll iterations of the loop that are compiled as one, at least 1
 * @param l an upper bound of the largest eigenvalue of {@code A^T A}, with the step size as its
 *     inverse; {@code null} for a computed bound
 */
public record NnlsOptions(int unroll, @Nullable Scalar l) {

  /** A computed bound, and a loop without unrolling. */
  public static final NnlsOptions DEFAULT = new NnlsOptions(1, null);

  public NnlsOptions {
    if (l != null) {
      Hyperparameters.requireNotNegative(
          NonNegativeLeastSquares.NAME, "l", l, "Leave it out to compute the bound.");
    }
  }

  /** {@return these options with more iterations compiled as one} */
  public NnlsOptions withUnroll(int iterations) {
    return new NnlsOptions(iterations, l);
  }

  /** {@return these options with an upper bound of the largest eigenvalue of {@code A^T A}} */
  public NnlsOptions withL(double bound) {
    return new NnlsOptions(unroll, Scalar.of(bound));
  }

  /** {@return these options with an upper bound that the program computes, a scalar} */
  public NnlsOptions withL(Array bound) {
    return new NnlsOptions(unroll, Scalar.of(bound));
  }
}
