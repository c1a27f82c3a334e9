package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * How {@link Losses#diceLoss} counts.
 *
 * @param classWeights one for each class, or {@code null} for 1 each
 * @param smooth added above and below the line, so that empty regions agree
 * @param alpha weight of what is predicted but not there
 * @param beta weight of what is there but not predicted
 * @param applySoftmax whether predictions are logits
 * @param reduction over classes
 * @param ignoreBackground whether the first class of several is left out
 * @param axes the axes of an image, or {@code null} for all but the first and the last
 */
public record DiceSpec(
    @Nullable Array classWeights,
    double smooth,
    double alpha,
    double beta,
    boolean applySoftmax,
    Reduction reduction,
    boolean ignoreBackground,
    @Nullable Axes axes) {

  /** What becomes of the losses of the classes. */
  public enum Reduction {
    MEAN,
    SUM,
    /** They stay apart. */
    NONE
  }

  /** The Dice coefficient of logits. */
  static final DiceSpec DEFAULT =
      new DiceSpec(null, 1, 0.5, 0.5, true, Reduction.MEAN, false, null);

  /** {@return this with weights of the classes} */
  public DiceSpec withClassWeights(Array weights) {
    return new DiceSpec(
        weights, smooth, alpha, beta, applySoftmax, reduction, ignoreBackground, axes);
  }

  /** {@return this with another number above and below the line} */
  public DiceSpec withSmooth(double number) {
    return new DiceSpec(
        classWeights, number, alpha, beta, applySoftmax, reduction, ignoreBackground, axes);
  }

  /** {@return this with another weight of what is predicted but not there} */
  public DiceSpec withAlpha(double weight) {
    return new DiceSpec(
        classWeights, smooth, weight, beta, applySoftmax, reduction, ignoreBackground, axes);
  }

  /** {@return this with another weight of what is there but not predicted} */
  public DiceSpec withBeta(double weight) {
    return new DiceSpec(
        classWeights, smooth, alpha, weight, applySoftmax, reduction, ignoreBackground, axes);
  }

  /** {@return this for logits, or for probabilities} */
  public DiceSpec withApplySoftmax(boolean logits) {
    return new DiceSpec(
        classWeights, smooth, alpha, beta, logits, reduction, ignoreBackground, axes);
  }

  /** {@return this with another reduction over classes} */
  public DiceSpec withReduction(Reduction other) {
    return new DiceSpec(
        classWeights, smooth, alpha, beta, applySoftmax, other, ignoreBackground, axes);
  }

  /** {@return this with or without the first of several classes} */
  public DiceSpec withIgnoreBackground(boolean ignored) {
    return new DiceSpec(classWeights, smooth, alpha, beta, applySoftmax, reduction, ignored, axes);
  }

  /** {@return this with other axes of an image} */
  public DiceSpec withAxes(Axes space) {
    return new DiceSpec(
        classWeights, smooth, alpha, beta, applySoftmax, reduction, ignoreBackground, space);
  }
}
