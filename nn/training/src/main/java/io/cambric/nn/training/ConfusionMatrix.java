package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Segments;
import org.jspecify.annotations.Nullable;

/**
 * The number of examples of each class that were predicted as each class.
 *
 * @param threshold scores above it count as positive; {@code null} where each class has a score
 * @param counts weights by label, then by prediction, {@code f64[classes, classes]}
 */
@PyTree
public record ConfusionMatrix(@Static @Nullable Double threshold, Array counts)
    implements Metric<ConfusionMatrix> {

  private static final String NAME = "ConfusionMatrix";

  /**
   * {@return the matrix of no examples}
   *
   * @throws HyperparameterException if there is no class
   */
  public static ConfusionMatrix of(int classes) {
    if (classes < 1) {
      throw new HyperparameterException(
          "ConfusionMatrix needs at least 1 class, but got %d. Pass the number of labels."
              .formatted(classes));
    }
    return new ConfusionMatrix(null, ExampleWeights.none(classes, classes));
  }

  /**
   * {@return the matrix of no examples of two classes, the negative one first}
   *
   * <p>A model with one output has scores of the positive class only.
   *
   * @param threshold 0.5 for probabilities, 0 for logits
   */
  public static ConfusionMatrix binary(double threshold) {
    return new ConfusionMatrix(threshold, ExampleWeights.none(2, 2));
  }

  /** {@return this with more examples} */
  public ConfusionMatrix update(Array scores, Array labels) {
    return update(scores, labels, null);
  }

  /**
   * {@return this with more examples, predicted as the class with the highest score}
   *
   * @param scores logits or probabilities, {@code [..., classes]}; for {@link #binary}, scores of
   *     the positive class, {@code [...]}, where NaN is not above the threshold
   * @param labels classes from 0, integers {@code [...]}; for {@link #binary}, 0 is the negative
   *     class
   * @param mask weights whose axes are the leading ones of the labels; null for 1 everywhere
   * @throws ShapeException if the shapes do not fit, or the number of classes differs
   */
  public ConfusionMatrix update(Array scores, Array labels, @Nullable Array mask) {
    if (threshold != null) {
      ExampleWeights.requireBinary(NAME, scores, labels, "ConfusionMatrix.of(2)");
      var predictions = scores.gt(threshold).astype(DType.I32);
      return updatePredicted(predictions, labels.ne(0).astype(DType.I32), mask);
    }
    ExampleWeights.requireScores(NAME, scores, labels, "ConfusionMatrix.binary(0.5)");
    if (scores.dim(-1) != counts.dim(0)) {
      throw new ShapeException(
          "ConfusionMatrix needs scores of %d classes, but got %s. Create it with the classes of the model."
              .formatted(counts.dim(0), scores.aval()));
    }
    return updatePredicted(scores.argmax(labels.rank()), labels, mask);
  }

  /**
   * {@return this with more examples, predicted as given classes}
   *
   * <p>Examples whose label or prediction is out of range do not count.
   *
   * @param predictions classes from 0, integers of any shape
   * @param labels classes from 0, integers of the same shape
   * @param mask weights whose axes are the leading ones of the labels; null for 1 everywhere
   * @throws ShapeException if the shapes differ, or the mask has other axes
   */
  public ConfusionMatrix updatePredicted(Array predictions, Array labels, @Nullable Array mask) {
    ExampleWeights.requireSame(NAME, predictions, labels);
    int classes = counts.dim(0);
    var weights = ExampleWeights.weights(NAME, labels.shape(), mask);
    var inRange =
        ExampleWeights.isInRange(labels, classes)
            .and(ExampleWeights.isInRange(predictions, classes));
    var cell = labels.astype(DType.I32).mul(classes).add(predictions.astype(DType.I32));
    var added =
        Segments.segmentSum(
            Numpy.where(inRange, weights, 0.0).ravel(),
            Numpy.where(inRange, cell, 0).ravel(),
            classes * classes);
    return new ConfusionMatrix(threshold, counts.add(added.reshape(classes, classes)));
  }

  /** {@return weights by label, then by prediction, {@code f64[classes, classes]}} */
  @Override
  public Array compute() {
    return counts;
  }
}
