package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Hyperparameters;
import org.jspecify.annotations.Nullable;

/** Losses of regression, such as squared error and Huber. {@link Losses} offers them. */
final class RegressionLosses {

  private RegressionLosses() {}

  /** {@return {@code (predictions - targets)^2}, element by element} */
  public static Array squaredError(Array predictions, Array targets) {
    return errors("squared_error", predictions, targets).square();
  }

  /** {@return the square of each element, for given errors} */
  public static Array squaredError(Array errors) {
    LossChecks.requireFloating("squared_error", "errors", errors);
    return errors.square();
  }

  /** {@return half the squared error, element by element} */
  public static Array l2Loss(Array predictions, Array targets) {
    return errors("l2_loss", predictions, targets).square().mul(0.5);
  }

  /** {@return half the square of each element, for given errors} */
  public static Array l2Loss(Array errors) {
    LossChecks.requireFloating("l2_loss", "errors", errors);
    return errors.square().mul(0.5);
  }

  /** {@return the Huber loss with delta 1} */
  public static Array huberLoss(Array predictions, Array targets) {
    return huberLoss(predictions, targets, 1);
  }

  /**
   * {@return {@code e^2 / 2} for errors {@code |e| <= delta}, and a line that continues it beyond}
   *
   * @param delta the error at which the line begins, above 0, in the unit of the predictions
   * @see <a href="https://doi.org/10.1214/aoms/1177703732">Huber, 1964</a>
   */
  public static Array huberLoss(Array predictions, Array targets, double delta) {
    LossChecks.requireFloating("huber_loss", "predictions", predictions);
    LossChecks.requireFitting("huber_loss", "predictions", predictions, "targets", targets);
    return huberLoss(predictions.sub(targets), delta);
  }

  /** {@return the Huber loss of given errors} */
  public static Array huberLoss(Array errors, double delta) {
    Hyperparameters.requirePositive(
        "huber_loss", "delta", delta, "It is the error where the loss becomes linear.");
    LossChecks.requireFloating("huber_loss", "errors", errors);
    var sizes = errors.abs();
    var quadratic = Numpy.minimum(sizes, delta);
    return quadratic.square().mul(0.5).add(sizes.sub(quadratic).mul(delta));
  }

  /** {@return {@code log(cosh(predictions - targets))}, computed without overflow} */
  public static Array logCosh(Array predictions, Array targets) {
    LossChecks.requireFloating("log_cosh", "predictions", predictions);
    LossChecks.requireFitting("log_cosh", "predictions", predictions, "targets", targets);
    return logCosh(predictions.sub(targets));
  }

  /** {@return {@code log(cosh(errors))} for given errors} */
  public static Array logCosh(Array errors) {
    LossChecks.requireFloating("log_cosh", "errors", errors);
    return Numpy.logaddexp(errors, errors.neg()).sub(Math.log(2));
  }

  /** {@return the cosine of the angle between predictions and targets along the last axis} */
  public static Array cosineSimilarity(Array predictions, Array targets) {
    return cosineSimilarity(predictions, targets, 0, -1);
  }

  /** {@return the cosine of the angle between predictions and targets along an axis} */
  public static Array cosineSimilarity(Array predictions, Array targets, double epsilon, int axis) {
    return cosineSimilarity(predictions, targets, epsilon, Axes.of(axis), null);
  }

  /**
   * {@return the cosine of the angle between predictions and targets along axes}
   *
   * @param epsilon the least squared norm in the divisor; with 0, a zero vector gives NaN
   * @param axes the axes of the vectors; {@code null} for all
   * @param where bool, the elements that count; {@code null} for all
   * @see <a href="https://en.wikipedia.org/wiki/Cosine_similarity">Cosine similarity</a>
   */
  public static Array cosineSimilarity(
      Array predictions,
      Array targets,
      double epsilon,
      @Nullable Axes axes,
      @Nullable Array where) {
    return cosineSimilarity("cosine_similarity", predictions, targets, epsilon, axes, where);
  }

  private static Array cosineSimilarity(
      String name,
      Array predictions,
      Array targets,
      double epsilon,
      @Nullable Axes axes,
      @Nullable Array where) {
    LossChecks.requireFloating(name, "predictions", predictions);
    LossChecks.requireFloating(name, "targets", targets);
    LossChecks.requireFitting(name, "predictions", predictions, "targets", targets);
    LossChecks.requireReducible(name, predictions, axes, where);
    LossChecks.requireReducible(name, targets, axes, where);
    Hyperparameters.requireNotNegative(
        name, "epsilon", epsilon, "It is the lower bound of the squared norm in the denominator.");
    var products = unit(predictions, epsilon, axes, where).mul(unit(targets, epsilon, axes, where));
    return Numpy.sum(products, axes, false, where);
  }

  private static Array unit(Array x, double epsilon, @Nullable Axes axes, @Nullable Array where) {
    var squares = Numpy.sum(x.square(), axes, true, where);
    return x.div(Numpy.maximum(squares, epsilon).sqrt());
  }

  /** {@return 1 - the cosine of the angle between predictions and targets along the last axis} */
  public static Array cosineDistance(Array predictions, Array targets) {
    return cosineDistance(predictions, targets, 0, -1);
  }

  /** {@return 1 - the cosine of the angle between predictions and targets along an axis} */
  public static Array cosineDistance(Array predictions, Array targets, double epsilon, int axis) {
    return cosineDistance(predictions, targets, epsilon, Axes.of(axis), null);
  }

  /** {@return 1 - the cosine of the angle, as in {@link #cosineSimilarity}} */
  public static Array cosineDistance(
      Array predictions,
      Array targets,
      double epsilon,
      @Nullable Axes axes,
      @Nullable Array where) {
    return cosineSimilarity("cosine_distance", predictions, targets, epsilon, axes, where)
        .neg()
        .add(1);
  }

  private static Array errors(String name, Array predictions, Array targets) {
    LossChecks.requireFloating(name, "predictions", predictions);
    LossChecks.requireSameShape(name, predictions, targets);
    return predictions.sub(targets);
  }
}
