package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * The fraction of examples on the right side of a threshold: above it if the label is not 0, else
 * at or below it; NaN without examples.
 *
 * @param threshold in units of the scores
 * @param correct the mean of 1 for a right example, and 0 for a wrong one
 */
@PyTree
public record BinaryAccuracy(@Static double threshold, Mean correct)
    implements Metric<BinaryAccuracy> {

  /** {@return the accuracy of no examples; 0.5 for probabilities, 0 for logits} */
  public static BinaryAccuracy of(double threshold) {
    return new BinaryAccuracy(threshold, Mean.empty());
  }

  /** {@return this with more scores and labels of one shape} */
  public BinaryAccuracy update(Array scores, Array labels) {
    return update(scores, labels, null);
  }

  /**
   * {@return this with more examples}
   *
   * @param scores of any shape; NaN is wrong
   * @param labels of the same shape; 0 is negative, others positive
   * @param mask weights whose axes are the leading ones of the labels; null for 1 everywhere
   * @throws io.cambric.errors.ShapeException if the shapes differ, or the mask has other axes
   */
  public BinaryAccuracy update(Array scores, Array labels, @Nullable Array mask) {
    ExampleWeights.requireBinary("BinaryAccuracy", scores, labels, "Accuracy.empty()");
    var isPositive = labels.ne(0);
    var isCorrect =
        scores.gt(threshold).and(isPositive).or(scores.le(threshold).and(isPositive.not()));
    return new BinaryAccuracy(threshold, correct.update(isCorrect, mask));
  }

  /** {@return the fraction of right examples, {@code f64[]}} */
  @Override
  public Array compute() {
    return correct.compute();
  }
}
