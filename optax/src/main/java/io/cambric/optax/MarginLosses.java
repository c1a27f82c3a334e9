package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Hyperparameters;

/** Losses that push scores apart by a margin. {@link Losses} offers them. */
final class MarginLosses {

  private MarginLosses() {}

  /** {@return {@code max(0, 1 - predictions * targets)}, for targets of -1 and 1} */
  public static Array hingeLoss(Array predictions, Array targets) {
    LossChecks.requireFitting("hinge_loss", "predictions", predictions, "targets", targets);
    return Numpy.maximum(predictions.mul(targets).neg().add(1), 0);
  }

  /** {@return {@code max(0, -predictions * targets)}, for targets of -1 and 1} */
  public static Array perceptronLoss(Array predictions, Array targets) {
    LossChecks.requireSameShape("perceptron_loss", predictions, targets);
    return Numpy.maximum(predictions.neg().mul(targets), 0);
  }

  /**
   * {@return the binary sparsemax loss: 0, {@code (x + 1)^2 / 4} or {@code x}, where x is the
   * logit, negated for label 1}
   *
   * @param labels 0 or 1
   * @see <a href="https://arxiv.org/abs/1602.02068">Martins and Astudillo, 2016</a>
   */
  public static Array sparsemaxLoss(Array logits, Array labels) {
    LossChecks.requireFitting("sparsemax_loss", "logits", logits, "labels", labels);
    return Activations.sparsePlus(Numpy.where(labels.eq(0), logits, logits.neg()));
  }

  /**
   * {@return {@code max(scores + 1 - onehot) - scores[label]} over the last axis}
   *
   * @param labels integers in {@code [0, classes)}
   */
  public static Array multiclassHingeLoss(Array scores, Array labels) {
    var oneHot = oneHot("multiclass_hinge_loss", scores, labels);
    return scores.add(1).sub(oneHot).max(-1).sub(scores.mul(oneHot).sum(-1));
  }

  /**
   * {@return {@code max(scores) - scores[label]} over the last axis}
   *
   * @param labels integers in {@code [0, classes)}
   */
  public static Array multiclassPerceptronLoss(Array scores, Array labels) {
    var oneHot = oneHot("multiclass_perceptron_loss", scores, labels);
    return scores.max(-1).sub(scores.mul(oneHot).sum(-1));
  }

  /**
   * {@return the sparsemax loss over the last axis: {@code p.s + (1 - p.p) / 2 - s[label]}, where p
   * is the point of the simplex nearest to the scores s}
   *
   * <p>Shapes: {@code scores: [..., classes], labels: [...] -> [...]}. It is 0 if the score of the
   * label is above the others by at least 1.
   *
   * @param labels integers in {@code [0, classes)}
   * @see <a href="https://arxiv.org/abs/1602.02068">Martins and Astudillo, 2016</a>
   */
  public static Array multiclassSparsemaxLoss(Array scores, Array labels) {
    LossChecks.requireReducible("multiclass_sparsemax_loss", scores, Axes.of(-1), null);
    LossChecks.requireLabels(
        "multiclass_sparsemax_loss", scores, labels, scores.shape().slice(0, scores.rank() - 1));
    return MulticlassSparsemax.of(scores, labels);
  }

  /**
   * {@return {@code max(0, d(anchors, positives) - d(anchors, negatives) + 1)} over the last axis,
   * with the Euclidean distance d}
   */
  public static Array tripletMarginLoss(Array anchors, Array positives, Array negatives) {
    return tripletMarginLoss(anchors, positives, negatives, -1, 2, 1, 1e-6);
  }

  /**
   * {@return {@code max(0, d(anchors, positives) - d(anchors, negatives) + margin)} along an axis}
   *
   * <p>The distance is {@code d(x, y) = (sum((x - y)^n) + eps)^(1 / n)}.
   *
   * @param axis the axis of the vectors
   * @param normDegree n; only an even n removes the signs of differences
   * @param margin the required extra distance of negatives
   * @param eps keeps the derivative of the distance finite at 0
   * @see <a href="https://bmva-archive.org.uk/bmvc/2016/papers/paper119/">Balntas et al., 2016</a>
   */
  public static Array tripletMarginLoss(
      Array anchors,
      Array positives,
      Array negatives,
      int axis,
      double normDegree,
      double margin,
      double eps) {
    LossChecks.requireFloating("triplet_margin_loss", "anchors", anchors);
    LossChecks.requireFloating("triplet_margin_loss", "positives", positives);
    LossChecks.requireFloating("triplet_margin_loss", "negatives", negatives);
    var name = "triplet_margin_loss";
    LossChecks.requireFitting(name, "anchors", anchors, "positives", positives);
    LossChecks.requireFitting(name, "anchors", anchors, "negatives", negatives);
    LossChecks.requireFitting(name, "positives", positives, "negatives", negatives);
    LossChecks.requireReducible(name, anchors, Axes.of(axis), null);
    Hyperparameters.requirePositive(name, "norm degree", normDegree, "2 is the Euclidean norm.");
    Hyperparameters.requireFinite(name, "margin", margin);
    var near = distance(anchors.sub(positives), axis, normDegree, eps);
    var far = distance(anchors.sub(negatives), axis, normDegree, eps);
    return Numpy.maximum(near.sub(far).add(margin), 0);
  }

  /** {@return the labels as one-hot rows, after a check that they are valid class numbers} */
  private static Array oneHot(String name, Array scores, Array labels) {
    LossChecks.requireReducible(name, scores, Axes.of(-1), null);
    var oneHot = Activations.oneHot(labels, scores.dim(-1));
    LossChecks.requireFitting(name, "scores", scores, "labels as one-hot rows", oneHot);
    return oneHot;
  }

  private static Array distance(Array difference, int axis, double normDegree, double eps) {
    var sum = Numpy.power(difference, normDegree).sum(axis).add(eps);
    return Lax.pow(sum, Lax.fullLike(sum, 1 / normDegree));
  }
}
