package io.cambric.optax.linearalgebra;

import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;

/**
 * Options of inverse roots of matrices.
 *
 * @param numIters maximum number of iterations, at least 0
 * @param ridgeEpsilon the ridge added to the diagonal, as a share of the largest eigenvalue
 * @param errorTolerance the error at which the iteration stops
 */
public record InverseRootOptions(int numIters, Scalar ridgeEpsilon, Scalar errorTolerance) {

  /** The defaults of Optax. */
  public static final InverseRootOptions DEFAULT =
      new InverseRootOptions(100, Scalar.of(1e-6), Scalar.of(1e-6));

  public InverseRootOptions {
    Hyperparameters.requireAtLeast(InverseRoots.NAME, "num_iters", 0, numIters, "100 is usual.");
    Hyperparameters.requireNotNegative(
        InverseRoots.NAME, "ridge_epsilon", ridgeEpsilon, "1e-6 is usual.");
    Hyperparameters.requireNotNegative(
        InverseRoots.NAME, "error_tolerance", errorTolerance, "1e-6 is usual.");
  }

  /** {@return these options with another number of iterations at most} */
  public InverseRootOptions withNumIters(int count) {
    return new InverseRootOptions(count, ridgeEpsilon, errorTolerance);
  }

  /** {@return these options with another ridge, as a share of the largest eigenvalue} */
  public InverseRootOptions withRidgeEpsilon(double share) {
    return new InverseRootOptions(numIters, Scalar.of(share), errorTolerance);
  }

  /** {@return these options with another error at which the iteration stops} */
  public InverseRootOptions withErrorTolerance(double tolerance) {
    return new InverseRootOptions(numIters, ridgeEpsilon, Scalar.of(tolerance));
  }
}
