package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/** Losses of numbers, as {@link Losses} offers them. */
abstract class RegressionLosses {

  RegressionLosses() {}

  /** {@return {@code (predictions - targets)^2}, element by element} */
  public static Array squaredError(Array predictions, Array targets) {
    return errors("squared_error", predictions, targets).square();
  }

  /** {@return the square of each element, for errors computed already} */
  public static Array squaredError(Array errors) {
    LossChecks.requireFloating("squared_error", "errors", errors);
    return errors.square();
  }

  /** {@return half the squared error, element by element} */
  public static Array l2Loss(Array predictions, Array targets) {
    return errors("l2_loss", predictions, targets).square().mul(0.5);
  }

  /** {@return half the square of each element, for errors computed already} */
  public static Array l2Loss(Array errors) {
    return squaredError(errors).mul(0.5);
  }

  /** {@return the Huber loss with delta 1} */
  public static Array huberLoss(Array predictions, Array targets) {
    return huberLoss(predictions, targets, 1);
  }

  /**
   * {@return {@code e^2 / 2} for errors {@code |e| <= delta}, and a line that continues it beyond}
   *
   * @param delta where the line begins, above 0, in the unit of the predictions
   * @see <a href="https://doi.org/10.1214/aoms/1177703732">Huber, 1964</a>
   */
  public static Array huberLoss(Array predictions, Array targets, double delta) {
    Hyperparameters.requirePositive(
        "huber_loss", "delta", delta, "It is the error at which the line begins.");
    LossChecks.requireFloating("huber_loss", "predictions", predictions);
    var errors = predictions.sub(targets).abs();
    var quadratic = Numpy.minimum(errors, delta);
    return quadratic.square().mul(0.5).add(errors.sub(quadratic).mul(delta));
  }

  /** {@return {@code log(cosh(predictions - targets))}, computed without overflow} */
  public static Array logCosh(Array predictions, Array targets) {
    LossChecks.requireFloating("log_cosh", "predictions", predictions);
    var errors = predictions.sub(targets);
    return Numpy.logaddexp(errors, errors.neg()).sub(Math.log(2));
  }

  /** {@return the cosine of the angle between predictions and targets along the last axis} */
  public static Array cosineSimilarity(Array predictions, Array targets) {
    return cosineSimilarity(predictions, targets, 0, -1);
  }

  /**
   * {@return the cosine of the angle between predictions and targets along an axis}
   *
   * @param epsilon the least squared norm that is divided by; with 0 a zero vector gives NaN
   * @param axis the axis of the vectors
   * @see <a href="https://en.wikipedia.org/wiki/Cosine_similarity">Cosine similarity</a>
   */
  public static Array cosineSimilarity(Array predictions, Array targets, double epsilon, int axis) {
    LossChecks.requireFloating("cosine_similarity", "predictions", predictions);
    LossChecks.requireFloating("cosine_similarity", "targets", targets);
    var along = Axes.of(axis);
    return unit(predictions, epsilon, along).mul(unit(targets, epsilon, along)).sum(axis);
  }

  private static Array unit(Array x, double epsilon, Axes along) {
    return x.div(Numpy.maximum(Numpy.sum(x.square(), along, true), epsilon).sqrt());
  }

  /** {@return 1 - the cosine of the angle between predictions and targets along the last axis} */
  public static Array cosineDistance(Array predictions, Array targets) {
    return cosineDistance(predictions, targets, 0, -1);
  }

  /** {@return 1 - the cosine of the angle between predictions and targets along an axis} */
  public static Array cosineDistance(Array predictions, Array targets, double epsilon, int axis) {
    return cosineSimilarity(predictions, targets, epsilon, axis).neg().add(1);
  }

  private static Array errors(String name, Array predictions, Array targets) {
    LossChecks.requireFloating(name, "predictions", predictions);
    LossChecks.requireSameShape(name, predictions, targets);
    return predictions.sub(targets);
  }
}
