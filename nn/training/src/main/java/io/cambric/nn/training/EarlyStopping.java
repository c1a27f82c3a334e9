package io.cambric.nn.training;

/**
 * Early stopping: ends a training whose metric, such as a validation loss, no longer falls.
 *
 * {@snippet :
 * var stopping = EarlyStopping.of(1e-3, 2);
 * for (int epoch = 0; epoch < epochs && !stopping.shouldStop(); epoch++) {
 *   state = train(state);
 *   stopping = stopping.update(validationLoss(state));
 * }
 * }
 *
 * <p>An immutable value with numbers on the host. It is not a pytree, so it belongs outside jitted
 * steps.
 *
 * @param minDelta the margin that an improvement exceeds, in units of the metric
 * @param patience updates without an improvement before the one that stops
 * @param bestMetric the latest metric that was an improvement; infinity before the first
 * @param patienceCount updates since the last improvement
 * @param shouldStop whether the training should end; it stays true
 * @param hasImproved whether the last update was an improvement
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.training.html#early-stopping">flax.training.early_stopping</a>
 */
public record EarlyStopping(
    double minDelta,
    int patience,
    double bestMetric,
    int patienceCount,
    boolean shouldStop,
    boolean hasImproved) {

  /** {@return a state before the first update} */
  public static EarlyStopping of(double minDelta, int patience) {
    return new EarlyStopping(minDelta, patience, Double.POSITIVE_INFINITY, 0, false, false);
  }

  /**
   * {@return the state after another metric}
   *
   * <p>An improvement sets the count to 0. Without one, the training stops if the count had reached
   * the patience. NaN is never an improvement. After nothing but NaN, any other number is an
   * improvement. Flax takes a first NaN as the best, so that nothing improves on it.
   *
   * @param metric less is better; the first one below infinity is an improvement
   */
  public EarlyStopping update(double metric) {
    if (isImprovement(metric)) {
      return new EarlyStopping(minDelta, patience, metric, 0, shouldStop, true);
    }
    boolean stops = shouldStop || patienceCount >= patience;
    return new EarlyStopping(minDelta, patience, bestMetric, patienceCount + 1, stops, false);
  }

  private boolean isImprovement(double metric) {
    // A difference from infinity is not a number.
    boolean isFirst = Double.isNaN(bestMetric) || bestMetric == Double.POSITIVE_INFINITY;
    return isFirst ? metric < Double.POSITIVE_INFINITY : bestMetric - metric > minDelta;
  }

  /** {@return the state before the first update, for another training} */
  public EarlyStopping reset() {
    return of(minDelta, patience);
  }
}
