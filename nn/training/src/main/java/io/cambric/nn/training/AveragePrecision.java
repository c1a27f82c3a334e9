package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/**
 * The area under the curve of precision over recall, as the sum of the precision at each threshold
 * times the recall that it adds. Without positive examples it is NaN.
 *
 * <p>Scores are probabilities in {@code [0, 1]}. A score outside counts as the nearer end, NaN as
 * 0. The thresholds are the intervals of a histogram.
 *
 * @param scores counts by interval
 */
@PyTree
public record AveragePrecision(ScoreHistogram scores) implements Metric<AveragePrecision> {

  /** {@return the area of no examples, by 1000 intervals} */
  public static AveragePrecision empty() {
    return of(ScoreHistogram.INTERVALS);
  }

  /**
   * {@return the area of no examples}
   *
   * @throws io.cambric.errors.HyperparameterException if there are less than two intervals
   */
  public static AveragePrecision of(int intervals) {
    return new AveragePrecision(ScoreHistogram.of(intervals));
  }

  /** {@return this with more scores and labels of one shape} */
  public AveragePrecision update(Array probabilities, Array labels) {
    return update(probabilities, labels, null);
  }

  /**
   * {@return this with more examples}
   *
   * @param probabilities of the positive class, of any shape
   * @param labels of the same shape; 0 is negative, others positive
   * @param mask weights whose axes are the leading ones of the labels; null for 1 everywhere
   * @throws io.cambric.errors.ShapeException if the shapes differ, or the mask has other axes
   */
  public AveragePrecision update(Array probabilities, Array labels, @Nullable Array mask) {
    return new AveragePrecision(scores.update("AveragePrecision", probabilities, labels, mask));
  }

  /** {@return the area, {@code f64[]}} */
  @Override
  public Array compute() {
    var positives = Numpy.flip(scores.positives());
    var truePositives = Numpy.cumsum(positives);
    var predicted = truePositives.add(Numpy.cumsum(Numpy.flip(scores.negatives())));
    var precision = ExampleWeights.ratio(truePositives, predicted);
    return positives.mul(precision).sum().div(positives.sum());
  }
}
