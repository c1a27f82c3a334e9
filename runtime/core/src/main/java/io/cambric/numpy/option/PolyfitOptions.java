package io.cambric.numpy.option;

import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@code polyfit}.
 *
 * @param rcond singular values below this part of the largest count as 0; {@code null} for the
 *     number of points times the epsilon of their dtype
 * @param weights of the residuals, one for each point, or {@code null} for 1
 * @param covariance whether covariances of the coefficients are computed, and how
 */
public record PolyfitOptions(
    @Nullable Double rcond, @Nullable Array weights, Covariance covariance) {

  /** How covariances of fitted coefficients are scaled. */
  public enum Covariance {
    /** There are none. */
    NONE,
    /** By the sum of squared residuals over the degrees of freedom. */
    SCALED,
    /** Not at all: weights are the inverses of standard deviations that are known. */
    UNSCALED
  }

  /** {@return the options that hold unless others are given} */
  public static PolyfitOptions defaults() {
    return new PolyfitOptions(null, null, Covariance.NONE);
  }

  /** {@return these options with another bound of singular values} */
  public PolyfitOptions withRcond(double bound) {
    return new PolyfitOptions(bound, weights, covariance);
  }

  /** {@return these options with weights of the residuals} */
  public PolyfitOptions withWeights(Array each) {
    return new PolyfitOptions(rcond, each, covariance);
  }

  /** {@return these options with covariances} */
  public PolyfitOptions withCovariance(Covariance scaling) {
    return new PolyfitOptions(rcond, weights, scaling);
  }
}
