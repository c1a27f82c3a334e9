package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * Losses, element by element or one for each example; take the {@code mean()} to train.
 *
 * <p>Predictions and logits are floating, and results keep their dtype. Classes are along the last
 * axis unless an axis is given.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/losses.html">optax losses</a>
 */
public final class Losses {

  private Losses() {}

  /** {@return {@code (predictions - targets)^2}, element by element} */
  public static Array squaredError(Array predictions, Array targets) {
    return errors("squared_error", predictions, targets).square();
  }

  /** {@return the square of each element, for errors computed already} */
  public static Array squaredError(Array errors) {
    requireFloating("squared_error", "errors", errors);
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
    requireFloating("huber_loss", "predictions", predictions);
    var errors = predictions.sub(targets).abs();
    var quadratic = Numpy.minimum(errors, delta);
    return quadratic.square().mul(0.5).add(errors.sub(quadratic).mul(delta));
  }

  /** {@return {@code log(cosh(predictions - targets))}, computed without overflow} */
  public static Array logCosh(Array predictions, Array targets) {
    requireFloating("log_cosh", "predictions", predictions);
    var errors = predictions.sub(targets);
    return Numpy.logaddexp(errors, errors.neg()).sub(Math.log(2));
  }

  /**
   * {@return {@code -labels log(sigmoid(logits)) - (1 - labels) log(1 - sigmoid(logits))}}
   *
   * @param labels 0 or 1, or probabilities; of the shape of the logits or broadcast to it
   */
  public static Array sigmoidBinaryCrossEntropy(Array logits, Array labels) {
    requireFloating("sigmoid_binary_cross_entropy", "logits", logits);
    var target = labels.astype(logits.dtype());
    var logP = Activations.logSigmoid(logits);
    var logNotP = Activations.logSigmoid(logits.neg());
    return target.neg().mul(logP).sub(target.neg().add(1).mul(logNotP));
  }

  /** {@return {@code max(0, 1 - predictions * targets)}, for targets of -1 and 1} */
  public static Array hingeLoss(Array predictions, Array targets) {
    return Numpy.maximum(predictions.mul(targets).neg().add(1), 0);
  }

  /** {@return {@code max(0, -predictions * targets)}, for targets of -1 and 1} */
  public static Array perceptronLoss(Array predictions, Array targets) {
    requireSameShape("perceptron_loss", predictions, targets);
    return Numpy.maximum(predictions.neg().mul(targets), 0);
  }

  /** {@return the cross entropy of labels and the softmax of logits over the last axis} */
  public static Array softmaxCrossEntropy(Array logits, Array labels) {
    return softmaxCrossEntropy(logits, labels, -1);
  }

  /**
   * {@return {@code -sum(labels * logSoftmax(logits))} over the classes}
   *
   * <p>Shapes: {@code [..., classes, ...] -> [..., ...]}. A logit of minus infinity gives NaN, even
   * where its label is 0.
   *
   * @param labels probabilities that sum to 1 over the classes, such as one-hot rows
   * @param axis the axis of the classes
   */
  public static Array softmaxCrossEntropy(Array logits, Array labels, int axis) {
    requireFloating("softmax_cross_entropy", "logits", logits);
    return labels.mul(Activations.logSoftmax(logits, axis)).sum(axis).neg();
  }

  /** {@return the cross entropy of integer labels and the softmax of logits over the last axis} */
  public static Array softmaxCrossEntropyWithIntegerLabels(Array logits, Array labels) {
    return softmaxCrossEntropyWithIntegerLabels(logits, labels, -1);
  }

  /**
   * {@return {@code logsumexp(logits) - logits[label]} over the classes}
   *
   * <p>Shapes: {@code logits: [..., classes, ...], labels: [..., ...] -> [..., ...]}. Only the
   * logit of the label is shifted, so this is a little more exact than {@link #softmaxCrossEntropy}
   * of one-hot labels.
   *
   * @param labels integers in {@code [0, classes)}; negative ones count from the end, others give
   *     NaN
   * @param axis the axis of the classes
   */
  public static Array softmaxCrossEntropyWithIntegerLabels(Array logits, Array labels, int axis) {
    var name = "softmax_cross_entropy_with_integer_labels";
    requireFloating(name, "logits", logits);
    if (!labels.dtype().isInteger()) {
      throw new DTypeException(
          "%s needs integer labels, but got %s. Convert class numbers with astype(DType.I32); for probabilities use softmax_cross_entropy."
              .formatted(name, labels.aval()));
    }
    int classes = Axes.normalize(axis, logits.rank(), name);
    var expected = logits.shape().without(Axes.of(classes));
    if (!labels.shape().equals(expected)) {
      throw new ShapeException(
          "%s needs labels of shape %s for logits %s with classes on axis %d, but got %s. Give one class number for each example."
              .formatted(name, expected, logits.aval(), classes, labels.aval()));
    }
    var chosen = Numpy.takeAlongAxis(logits, labels.expandDims(classes), classes).squeeze(classes);
    return Numpy.logsumexp(logits, classes).sub(chosen);
  }

  /**
   * {@return {@code sum(targets (log(targets) - logPredictions))} over the last axis, where {@code
   * 0 log(0) = 0}}
   *
   * @param logPredictions logarithms of the predicted probabilities
   * @param targets probabilities
   * @see <a href="https://doi.org/10.1214/aoms/1177729694">Kullback and Leibler, 1951</a>
   */
  public static Array klDivergence(Array logPredictions, Array targets) {
    requireFloating("kl_divergence", "log predictions", logPredictions);
    requireFloating("kl_divergence", "targets", targets);
    var zero = targets.eq(0);
    var logTargets = Numpy.where(zero, Numpy.zerosLike(targets), targets.log());
    return targets.mul(logTargets.sub(logPredictions)).sum(-1);
  }

  /**
   * {@return {@code (1 - alpha) labels + alpha / classes}: labels that are less sure}
   *
   * @param labels one-hot rows over the last axis, floating
   * @param alpha share that is spread over all classes, in {@code [0, 1]}
   * @see <a href="https://arxiv.org/abs/1906.02629">Mueller et al., 2019</a>
   */
  public static Array smoothLabels(Array labels, double alpha) {
    requireFloating("smooth_labels", "labels", labels);
    Hyperparameters.requireUnitInterval("smooth_labels", "alpha", alpha);
    return labels.mul(1 - alpha).add(alpha / labels.dim(-1));
  }

  private static Array errors(String name, Array predictions, Array targets) {
    requireFloating(name, "predictions", predictions);
    requireSameShape(name, predictions, targets);
    return predictions.sub(targets);
  }

  private static void requireFloating(String name, String what, Array x) {
    if (!x.dtype().isFloating()) {
      throw new DTypeException(
          "%s needs floating %s, but got %s. Convert them with astype(DType.F32)."
              .formatted(name, what, x.aval()));
    }
  }

  private static void requireSameShape(String name, Array predictions, Array targets) {
    if (!predictions.shape().equals(targets.shape())) {
      throw new ShapeException(
          "%s needs predictions and targets of one shape, but got %s and %s. Reshape one of them; broadcasting would average over pairs that do not belong together."
              .formatted(name, predictions.aval(), targets.aval()));
    }
  }
}
