package io.cambric.optax;

import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/** Losses that push scores apart by a margin, as {@link Losses} offers them. */
abstract class MarginLosses extends CrossEntropyLosses {

  MarginLosses() {}

  /** {@return {@code max(0, 1 - predictions * targets)}, for targets of -1 and 1} */
  public static Array hingeLoss(Array predictions, Array targets) {
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
    return Activations.sparsePlus(Numpy.where(labels.eq(0), logits, logits.neg()));
  }

  /**
   * {@return {@code max(scores + 1 - onehot) - scores[label]} over the last axis}
   *
   * @param labels integers in {@code [0, classes)}
   */
  public static Array multiclassHingeLoss(Array scores, Array labels) {
    var oneHot = Activations.oneHot(labels, scores.dim(-1));
    return scores.add(1).sub(oneHot).max(-1).sub(scores.mul(oneHot).sum(-1));
  }

  /**
   * {@return {@code max(scores) - scores[label]} over the last axis}
   *
   * @param labels integers in {@code [0, classes)}
   */
  public static Array multiclassPerceptronLoss(Array scores, Array labels) {
    var oneHot = Activations.oneHot(labels, scores.dim(-1));
    return scores.max(-1).sub(scores.mul(oneHot).sum(-1));
  }
}
