package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@link Losses#diceLoss}, such as smoothing and class weights.
 *
 * @param classWeights one for each class, or {@code null} for 1 each
 * @param smooth added to numerator and denominator; empty regions then agree
 * @param alpha weight of false positives
 * @param beta weight of false negatives
 * @param applySoftmax whether predictions are logits
 * @param reduction over classes
 * @param ignoreBackground whether the first class of several is left out
 * @param axes the axes of an image, or {@code null} for all except the first and the last
 */
public record DiceOptions(
    @Nullable Array classWeights,
    double smooth,
    double alpha,
    double beta,
    boolean applySoftmax,
    Reduction reduction,
    boolean ignoreBackground,
    @Nullable Axes axes) {

  /** The reduction of the losses of the classes. */
  public enum Reduction {
    MEAN,
    SUM,
    /** No reduction. */
    NONE
  }

  /** The Dice coefficient of logits. */
  public static final DiceOptions DEFAULT =
      new DiceOptions(null, 1, 0.5, 0.5, true, Reduction.MEAN, false, null);

  /** {@return these options with weights of the classes} */
  public DiceOptions withClassWeights(Array weights) {
    return new DiceOptions(
        weights, smooth, alpha, beta, applySoftmax, reduction, ignoreBackground, axes);
  }

  /** {@return these options with another number added to numerator and denominator} */
  public DiceOptions withSmooth(double number) {
    return new DiceOptions(
        classWeights, number, alpha, beta, applySoftmax, reduction, ignoreBackground, axes);
  }

  /** {@return these options with another weight of false positives} */
  public DiceOptions withAlpha(double weight) {
    return new DiceOptions(
        classWeights, smooth, weight, beta, applySoftmax, reduction, ignoreBackground, axes);
  }

  /** {@return these options with another weight of false negatives} */
  public DiceOptions withBeta(double weight) {
    return new DiceOptions(
        classWeights, smooth, alpha, weight, applySoftmax, reduction, ignoreBackground, axes);
  }

  /** {@return these options for logits, or for probabilities} */
  public DiceOptions withApplySoftmax(boolean logits) {
    return new DiceOptions(
        classWeights, smooth, alpha, beta, logits, reduction, ignoreBackground, axes);
  }

  /** {@return these options with another reduction over classes} */
  public DiceOptions withReduction(Reduction other) {
    return new DiceOptions(
        classWeights, smooth, alpha, beta, applySoftmax, other, ignoreBackground, axes);
  }

  /** {@return these options with or without the first of several classes} */
  public DiceOptions withIgnoreBackground(boolean ignored) {
    return new DiceOptions(
        classWeights, smooth, alpha, beta, applySoftmax, reduction, ignored, axes);
  }

  /** {@return these options with other axes of an image} */
  public DiceOptions withAxes(Axes space) {
    return new DiceOptions(
        classWeights, smooth, alpha, beta, applySoftmax, reduction, ignoreBackground, space);
  }
}
