package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * Losses of segmentation, such as Dice, which compare the overlap of regions. {@link Losses} offers
 * them.
 */
final class SegmentationLosses {

  /** Added to squared frequencies, which keeps the weight of an absent class finite. */
  private static final double RARE = 1e-7;

  /** The tolerance of sums of probabilities around 1, relative and absolute. */
  private static final double SUM_RTOL = 1e-5;

  private static final double SUM_ATOL = 1e-8;

  private SegmentationLosses() {}

  /** {@return the mean over classes of 1 - the Dice coefficient, for each image} */
  public static Array diceLoss(Array predictions, Array targets) {
    return diceLoss(predictions, targets, DiceOptions.DEFAULT);
  }

  /**
   * {@return the Dice loss of each image, reduced over classes}
   *
   * <pre>
   *   1 - (i + smooth) / (i + alpha (p - i) + beta (t - i) + smooth)
   * </pre>
   *
   * <p>where p, t and i are the sums over the image of the probabilities, of the targets and of
   * their product. Shapes: {@code [batch, space..., classes] -> [batch]}; one of the two may lack
   * the last axis if the other has size 1 there.
   *
   * @param predictions logits or probabilities, as set in the options
   * @param targets one-hot, or probabilities
   * @param options such as {@code DiceOptions.DEFAULT.withSmooth(1e-3)}
   * @throws ShapeException if the shapes differ
   * @throws HyperparameterException if probabilities, known at this time, do not sum to 1
   * @see <a href="https://arxiv.org/abs/1606.04797">Milletari et al., 2016</a>
   * @see <a href="https://arxiv.org/abs/1706.05721">Salehi et al., 2017, for alpha and beta</a>
   */
  public static Array diceLoss(Array predictions, Array targets, DiceOptions options) {
    return diceLoss("dice_loss", predictions, targets, options);
  }

  private static Array diceLoss(
      String name, Array predictions, Array targets, DiceOptions options) {
    boolean lacking = predictions.rank() == targets.rank() - 1;
    var scores = lacking ? predictions.expandDims(-1) : predictions;
    var truth = targets.rank() == scores.rank() - 1 ? targets.expandDims(-1) : targets;
    LossChecks.requireFloating(name, "predictions", scores);
    LossChecks.requireReducible(name, scores, Axes.of(-1), null);
    LossChecks.requireSameShape(name, scores, truth);
    var losses = losses(probabilities(name, scores, options), truth, options);
    if (options.classWeights() != null) {
      losses = losses.mul(options.classWeights());
    }
    if (options.ignoreBackground() && scores.dim(-1) > 1) {
      losses = losses.slice(losses.rank() - 1, 1, losses.dim(-1));
    }
    return switch (options.reduction()) {
      case MEAN -> losses.mean(-1);
      case SUM -> losses.sum(-1);
      case NONE -> losses;
    };
  }

  private static Array losses(Array probabilities, Array targets, DiceOptions settings) {
    var space = settings.axes() == null ? Axes.range(1, probabilities.rank() - 1) : settings.axes();
    var overlap = Numpy.sum(probabilities.mul(targets), space, false);
    var missed = Numpy.sum(targets, space, false).sub(overlap);
    var extra = Numpy.sum(probabilities, space, false).sub(overlap);
    var size = overlap.add(extra.mul(settings.alpha())).add(missed.mul(settings.beta()));
    return overlap.add(settings.smooth()).div(size.add(settings.smooth())).neg().add(1);
  }

  private static Array probabilities(String name, Array scores, DiceOptions settings) {
    if (settings.applySoftmax()) {
      return scores.dim(-1) == 1 ? Activations.sigmoid(scores) : Activations.softmax(scores);
    }
    var sums = Lax.stopGradient(scores.sum(-1));
    if (sums instanceof NdArray known) {
      var close = Numpy.allclose(known, Numpy.onesLike(known), SUM_RTOL, SUM_ATOL);
      if (!close.toBoolean()) {
        throw new HyperparameterException(
            "%s without softmax needs predictions that sum to 1 over the classes, but their sums are from %s to %s. Normalise them, or let the loss apply softmax."
                .formatted(name, known.min().item(), known.max().item()));
      }
    }
    return scores;
  }

  /** {@return the mean of the Dice losses of classes, weighted by rarity} */
  public static Array multiclassGeneralizedDiceLoss(Array predictions, Array targets) {
    return multiclassGeneralizedDiceLoss(predictions, targets, DiceOptions.DEFAULT);
  }

  /**
   * {@return the mean over images and classes of the Dice losses} The weight of a class is the
   * inverse of the square of its frequency in the targets.
   *
   * <p>Shapes: {@code [batch, space..., classes] -> []}.
   *
   * @param options only smooth, applySoftmax and ignoreBackground are used
   * @see <a href="https://arxiv.org/abs/1707.03237">Sudre et al., 2017</a>
   */
  public static Array multiclassGeneralizedDiceLoss(
      Array predictions, Array targets, DiceOptions options) {
    var name = "multiclass_generalized_dice_loss";
    LossChecks.requireSameShape(name, predictions, targets);
    LossChecks.requireReducible(name, predictions, Axes.of(-1), null);
    var frequencies = Numpy.sum(targets, Axes.range(0, targets.rank() - 1), false);
    var weights = Numpy.divide(1, frequencies.square().add(RARE));
    var normalized = weights.div(weights.sum()).mul(weights.dim(0));
    return diceLoss(
            name,
            predictions,
            targets,
            options.withClassWeights(normalized).withReduction(DiceOptions.Reduction.NONE))
        .mean();
  }

  /** {@return the Dice loss of one class for each image, from logits} */
  public static Array binaryDiceLoss(Array predictions, Array targets) {
    return binaryDiceLoss(predictions, targets, 1, true);
  }

  /**
   * {@return the Dice loss of one class for each image}
   *
   * <p>Shapes: {@code [batch, space..., 1]}, or without the last axis.
   *
   * @param smooth added to numerator and denominator
   * @param applySigmoid whether predictions are logits
   */
  public static Array binaryDiceLoss(
      Array predictions, Array targets, double smooth, boolean applySigmoid) {
    var name = "binary_dice_loss";
    LossChecks.requireReducible(name, predictions, Axes.of(-1), null);
    boolean lacking = predictions.rank() == targets.rank() && predictions.dim(-1) != 1;
    return diceLoss(
        name,
        lacking ? predictions.expandDims(-1) : predictions,
        lacking ? targets.expandDims(-1) : targets,
        DiceOptions.DEFAULT.withSmooth(smooth).withApplySoftmax(applySigmoid));
  }
}
