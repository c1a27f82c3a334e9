package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Hyperparameters;
import org.jspecify.annotations.Nullable;

/** Losses of probabilities and of their logits. {@link Losses} offers them. */
final class CrossEntropyLosses {

  private static final Axes LAST = Axes.of(-1);

  private CrossEntropyLosses() {}

  /**
   * {@return {@code -labels log(sigmoid(logits)) - (1 - labels) log(1 - sigmoid(logits))}}
   *
   * @param labels 0 or 1, or probabilities; of the shape of the logits or broadcast to it
   */
  public static Array sigmoidBinaryCrossEntropy(Array logits, Array labels) {
    return sigmoidBinaryCrossEntropy("sigmoid_binary_cross_entropy", logits, labels);
  }

  private static Array sigmoidBinaryCrossEntropy(String name, Array logits, Array labels) {
    LossChecks.requireFloating(name, "logits", logits);
    LossChecks.requireFitting(name, "logits", logits, "labels", labels);
    var target = labels.astype(logits.dtype());
    var logP = Activations.logSigmoid(logits);
    var logNotP = Activations.logSigmoid(logits.neg());
    return target.neg().mul(logP).sub(target.neg().add(1).mul(logNotP));
  }

  /**
   * {@return binary cross entropy times {@code (1 - p)^gamma}, where p is the probability of the
   * label} Easy examples thus weigh less.
   *
   * @param labels 0 or 1, or probabilities
   * @param alpha weight of label 1, with the weight {@code 1 - alpha} for label 0; {@code null} for
   *     no weights
   * @param gamma exponent that lowers the weight of easy examples; 2 is usual
   * @see <a href="https://arxiv.org/abs/1708.02002">Lin et al., 2017</a>
   */
  public static Array sigmoidFocalLoss(
      Array logits, Array labels, @Nullable Double alpha, double gamma) {
    var name = "sigmoid_focal_loss";
    Hyperparameters.requireFinite(name, "gamma", gamma);
    if (alpha != null) {
      Hyperparameters.requireFinite(name, "alpha", alpha);
    }
    var entropy = sigmoidBinaryCrossEntropy(name, logits, labels);
    var target = labels.astype(logits.dtype());
    var others = target.neg().add(1);
    // The logarithm of 1 - p keeps the digits of a p near 1.
    var logRest =
        logOfWeightedSum(
            others, Activations.logSigmoid(logits), target, Activations.logSigmoid(logits.neg()));
    var loss = entropy.mul(logRest.mul(gamma).exp());
    return alpha == null ? loss : target.mul(alpha).add(others.mul(1 - alpha)).mul(loss);
  }

  /**
   * {@return {@code log(a exp(x) + b exp(y))}, computed relative to the larger exponent} A term of
   * weight 0 is left out, so neither its exponent nor its weight has a derivative.
   */
  private static Array logOfWeightedSum(Array a, Array x, Array b, Array y) {
    var first = withoutWeightless(a, x);
    var second = withoutWeightless(b, y);
    var largest = Lax.stopGradient(Numpy.maximum(first, second));
    var sum = a.mul(first.sub(largest).exp()).add(b.mul(second.sub(largest).exp()));
    return sum.log().add(largest);
  }

  private static Array withoutWeightless(Array weight, Array exponent) {
    return Numpy.where(weight.eq(0), Numpy.fullLike(exponent, Double.NEGATIVE_INFINITY), exponent);
  }

  /** {@return the cross entropy of labels and the softmax of logits over the last axis} */
  public static Array softmaxCrossEntropy(Array logits, Array labels) {
    return softmaxCrossEntropy(logits, labels, LAST, null);
  }

  /** {@return the cross entropy of labels and the softmax of logits over an axis} */
  public static Array softmaxCrossEntropy(Array logits, Array labels, int axis) {
    return softmaxCrossEntropy(logits, labels, Axes.of(axis), null);
  }

  /**
   * {@return {@code -sum(labels * logSoftmax(logits))} over the classes}
   *
   * <p>Shapes: {@code [..., classes, ...] -> [..., ...]}. A logit of minus infinity gives NaN, even
   * if its label is 0.
   *
   * @param labels probabilities that sum to 1 over the classes, such as one-hot rows
   * @param axes the axes of the classes
   * @param where bool, the classes that count; {@code null} for all
   */
  public static Array softmaxCrossEntropy(
      Array logits, Array labels, Axes axes, @Nullable Array where) {
    return softmaxCrossEntropy("softmax_cross_entropy", logits, labels, axes, where);
  }

  private static Array softmaxCrossEntropy(
      String name, Array logits, Array labels, Axes axes, @Nullable Array where) {
    LossChecks.requireFloating(name, "logits", logits);
    LossChecks.requireFitting(name, "logits", logits, "labels", labels);
    LossChecks.requireReducible(name, logits, axes, where);
    var logProbabilities = Activations.logSoftmax(logits, axes, where);
    return Numpy.sum(labels.mul(logProbabilities), axes, false, where).neg();
  }

  /**
   * {@return the loss of {@link #softmaxCrossEntropy} over the last axis, but 0 for a class with
   * label 0, even if its logit is minus infinity}
   *
   * @param labels probabilities that sum to 1 over the classes
   */
  public static Array safeSoftmaxCrossEntropy(Array logits, Array labels) {
    var name = "safe_softmax_cross_entropy";
    LossChecks.requireFloating(name, "logits", logits);
    LossChecks.requireFitting(name, "logits", logits, "labels", labels);
    LossChecks.requireReducible(name, logits, LAST, null);
    var weights = labels.dtype().isFloating() ? labels : labels.astype(logits.dtype());
    return WeightedLogSoftmax.of(logits, weights).sum(-1).neg();
  }

  /** {@return the cross entropy of integer labels and the softmax of logits over the last axis} */
  public static Array softmaxCrossEntropyWithIntegerLabels(Array logits, Array labels) {
    return softmaxCrossEntropyWithIntegerLabels(logits, labels, LAST, null);
  }

  /** {@return the cross entropy of integer labels and the softmax of logits over an axis} */
  public static Array softmaxCrossEntropyWithIntegerLabels(Array logits, Array labels, int axis) {
    return softmaxCrossEntropyWithIntegerLabels(logits, labels, Axes.of(axis), null);
  }

  /**
   * {@return {@code logsumexp(logits) - logits[label]} over the classes}
   *
   * <p>Shapes: {@code logits: [..., classes, ...], labels: [..., ...] -> [..., ...]}. Only the
   * logit of the label is shifted, so the result is slightly more exact than {@link
   * #softmaxCrossEntropy} with one-hot labels.
   *
   * @param labels integers in {@code [0, classes)}; negative ones count from the end, others give
   *     NaN
   * @param axes the axes of the classes; several count as one, in the order given
   * @param where bool, the classes that count; {@code null} for all. An example without any gives 0
   */
  public static Array softmaxCrossEntropyWithIntegerLabels(
      Array logits, Array labels, Axes axes, @Nullable Array where) {
    var name = "softmax_cross_entropy_with_integer_labels";
    LossChecks.requireFloating(name, "logits", logits);
    var classes = axes.normalized(logits.rank(), name);
    var examples = logits.shape().without(classes);
    LossChecks.requireLabels(name, logits, labels, examples);
    LossChecks.requireReducible(name, logits, axes, where);
    var ordered = classesLast(logits, axes, examples);
    var chosen = Numpy.takeAlongAxis(ordered, labels.expandDims(-1), -1).squeeze(-1);
    if (where == null) {
      return Numpy.logsumexp(ordered, -1).sub(chosen);
    }
    var counted = classesLast(where, axes, examples);
    var losses = Numpy.logsumexp(ordered, LAST, false, counted).sub(chosen);
    return Numpy.where(Numpy.any(counted, -1), losses, Numpy.zerosLike(losses));
  }

  private static Array classesLast(Array x, Axes axes, Shape examples) {
    int[] classes = new int[axes.size()];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = Axes.normalize(axes.get(i), x.rank(), "softmax cross entropy");
    }
    var order = Axes.of(classes).complement(x.rank()).concat(Axes.of(classes));
    return Lax.transpose(x, order).reshape(examples.concat(Shape.of(classCount(x, classes))));
  }

  private static int classCount(Array x, int[] classes) {
    int count = 1;
    for (int axis : classes) {
      count *= x.dim(axis);
    }
    return count;
  }

  /** {@return the poly loss over the last axis} */
  public static Array polyLossCrossEntropy(Array logits, Array labels, double epsilon) {
    return polyLossCrossEntropy(logits, labels, epsilon, LAST, null);
  }

  /**
   * {@return cross entropy plus {@code epsilon * sum(labels * (1 - softmax(logits)))}}
   *
   * @param labels probabilities that sum to 1
   * @param epsilon weight of the first term of the polynomial; 2 is usual
   * @param axes the axes of the classes
   * @param where bool, the classes that count; {@code null} for all
   * @see <a href="https://arxiv.org/abs/2204.12511">Leng et al., 2022</a>
   */
  public static Array polyLossCrossEntropy(
      Array logits, Array labels, double epsilon, Axes axes, @Nullable Array where) {
    var name = "poly_loss_cross_entropy";
    Hyperparameters.requireFinite(name, "epsilon", epsilon);
    var entropy = softmaxCrossEntropy(name, logits, labels, axes, where);
    var missed = labels.mul(Activations.softmax(logits, axes, where).neg().add(1));
    return entropy.add(Numpy.sum(missed, axes, false, where).mul(epsilon));
  }

  /** {@return the divergence over the last axis} */
  public static Array klDivergence(Array logPredictions, Array targets) {
    return klDivergence(logPredictions, targets, LAST, null);
  }

  /**
   * {@return {@code sum(targets (log(targets) - logPredictions))}, where {@code 0 log(0) = 0}}
   *
   * @param logPredictions logarithms of the predicted probabilities
   * @param targets probabilities
   * @param axes the axes of the classes
   * @param where bool, the classes that count; {@code null} for all
   * @see <a href="https://doi.org/10.1214/aoms/1177729694">Kullback and Leibler, 1951</a>
   */
  public static Array klDivergence(
      Array logPredictions, Array targets, Axes axes, @Nullable Array where) {
    return klDivergence("kl_divergence", logPredictions, targets, axes, where);
  }

  private static Array klDivergence(
      String name, Array logPredictions, Array targets, Axes axes, @Nullable Array where) {
    requireDistributions(name, logPredictions, "targets", targets, axes, where);
    var logTargets = Numpy.where(targets.eq(0), Numpy.zerosLike(targets), targets.log());
    return Numpy.sum(targets.mul(logTargets.sub(logPredictions)), axes, false, where);
  }

  /**
   * {@return {@code sum(exp(logTargets) (logTargets - logPredictions))} over the last axis}
   *
   * @param logPredictions logarithms of the predicted probabilities
   * @param logTargets logarithms of the target probabilities
   */
  public static Array klDivergenceWithLogTargets(Array logPredictions, Array logTargets) {
    requireDistributions(
        "kl_divergence_with_log_targets", logPredictions, "log targets", logTargets, LAST, null);
    return logTargets.exp().mul(logTargets.sub(logPredictions)).sum(-1);
  }

  private static void requireDistributions(
      String name,
      Array logPredictions,
      String other,
      Array targets,
      Axes axes,
      @Nullable Array where) {
    LossChecks.requireFloating(name, "log predictions", logPredictions);
    LossChecks.requireFloating(name, other, targets);
    LossChecks.requireFitting(name, "log predictions", logPredictions, other, targets);
    LossChecks.requireReducible(name, logPredictions, axes, where);
  }

  /**
   * {@return the divergence plus {@code sum(exp(logPredictions) - targets)}, for sums other than 1}
   */
  public static Array generalizedKlDivergence(Array logPredictions, Array targets) {
    return generalizedKlDivergence(logPredictions, targets, LAST, null);
  }

  /**
   * {@return {@code sum(targets (log(targets) - logPredictions) + exp(logPredictions) - targets)}:
   * the divergence for sums other than 1, which is convex in both}
   *
   * @param axes the axes of the classes
   * @param where bool, the classes that count; {@code null} for all
   */
  public static Array generalizedKlDivergence(
      Array logPredictions, Array targets, Axes axes, @Nullable Array where) {
    var divergence =
        klDivergence("generalized_kl_divergence", logPredictions, targets, axes, where);
    var excess = logPredictions.exp().sub(targets);
    return divergence.add(Numpy.sum(excess, axes, false, where));
  }

  /** {@return {@link #generalizedKlDivergence} under its former name} */
  public static Array convexKlDivergence(Array logPredictions, Array targets) {
    return convexKlDivergence(logPredictions, targets, LAST, null);
  }

  /** {@return {@link #generalizedKlDivergence} under its former name} */
  public static Array convexKlDivergence(
      Array logPredictions, Array targets, Axes axes, @Nullable Array where) {
    return generalizedKlDivergence(logPredictions, targets, axes, where);
  }

  /** {@return smoothed labels, with classes along the last axis} */
  public static Array smoothLabels(Array labels, double alpha) {
    return smoothLabels(labels, alpha, LAST, null);
  }

  /**
   * {@return {@code (1 - alpha) labels + alpha / classes}: smoothed labels}
   *
   * @param labels one-hot, floating
   * @param alpha fraction that is spread over all classes, in {@code [0, 1]}
   * @param axes the axes of the classes
   * @param where bool, the classes that count; {@code null} for all
   * @see <a href="https://arxiv.org/abs/1906.02629">Mueller et al., 2019</a>
   */
  public static Array smoothLabels(Array labels, double alpha, Axes axes, @Nullable Array where) {
    LossChecks.requireFloating("smooth_labels", "labels", labels);
    Hyperparameters.requireUnitInterval("smooth_labels", "alpha", alpha);
    LossChecks.requireReducible("smooth_labels", labels, axes, where);
    var kept = labels.mul(1 - alpha);
    if (where == null) {
      var classes = labels.shape().select(axes.normalized(labels.rank(), "smooth_labels"));
      return kept.add(alpha / classes.size());
    }
    var counted = Numpy.sum(where.astype(labels.dtype()), axes, true);
    return kept.add(Numpy.divide(alpha, counted));
  }
}
