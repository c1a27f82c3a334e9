package io.cambric.optax.tree;

import io.cambric.core.Array;
import io.cambric.optax.base.Moments;
import io.cambric.optax.hyperparameter.Scalar;

/** Exponential moving averages of trees. */
final class TreeMoments {

  private TreeMoments() {}

  /**
   * {@return moment / (1 - decay^count)}
   *
   * @param count averaged values so far, a scalar of at least 1
   */
  public static <T> T biasCorrection(T moment, Scalar decay, Array count) {
    return Moments.unbiased(moment, decay, count);
  }

  /** {@return the larger of {@code decay * moments} and {@code |updates| + eps}} */
  public static <T> T updateInfinityMoment(T updates, T moments, Scalar decay, Scalar eps) {
    return Moments.infinity(updates, moments, decay, eps);
  }

  /** {@return (1 - decay) * updates^order + decay * moments} */
  public static <T> T updateMoment(T updates, T moments, Scalar decay, int order) {
    return Moments.ofOrder(updates, moments, decay, order);
  }

  /** {@return the same as {@link #updateMoment}: arrays hold real numbers} */
  public static <T> T updateMomentPerElemNorm(T updates, T moments, Scalar decay, int order) {
    return Moments.ofOrder(updates, moments, decay, order);
  }
}
