package io.cambric.optax.linearalgebra;

import io.cambric.numpy.Key;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;

/**
 * Options of power iteration.
 *
 * @param numIters maximum number of iterations, at least 0
 * @param errorTolerance the relative error of the eigenvalue at which the iteration stops
 * @param key key of the first vector of a matrix, if none is given
 */
public record PowerIterationOptions(int numIters, Scalar errorTolerance, Key key) {

  /** The defaults of Optax. */
  public static final PowerIterationOptions DEFAULT =
      new PowerIterationOptions(100, Scalar.of(1e-6), Key.of(0));

  public PowerIterationOptions {
    Hyperparameters.requireAtLeast(PowerIteration.NAME, "num_iters", 0, numIters, "100 is usual.");
    Hyperparameters.requireNotNegative(
        PowerIteration.NAME, "error_tolerance", errorTolerance, "1e-6 is usual.");
  }

  /** {@return these options with another number of iterations at most} */
  public PowerIterationOptions withNumIters(int count) {
    return new PowerIterationOptions(count, errorTolerance, key);
  }

  /** {@return these options with another tolerance of the eigenvalue} */
  public PowerIterationOptions withErrorTolerance(double tolerance) {
    return new PowerIterationOptions(numIters, Scalar.of(tolerance), key);
  }

  /** {@return these options with another key of the first vector} */
  public PowerIterationOptions withKey(Key other) {
    return new PowerIterationOptions(numIters, errorTolerance, other);
  }
}
