package io.cambric.numpy.option;

import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@code polyfit}.
 *
 * @param rcond singular values below this fraction of the largest count as 0; {@code null} for the
 *     number of points times the epsilon of their dtype
 * @param weights of the residuals, one for each point, or {@code null} for 1
 * @param covariance the scale of the covariances of the coefficients, if they are computed
 */
public record PolyfitOptions(
    @Nullable Double rcond, @Nullable Array weights, Covariance covariance) {

  /** The scale of covariances of fitted coefficients. */
  public enum Covariance {
    /** No covariances. */
    NONE,
    /** Covariances scaled by the sum of squared residuals over the degrees of freedom. */
    SCALED,
    /** Covariances without scaling, if weights are inverses of known standard deviations. */
    UNSCALED
  }

  /** {@return the default options} */
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
