package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Segments;
import org.jspecify.annotations.Nullable;

/**
 * Scores of positive and of negative examples, counted in equal intervals from 0 to 1, from which
 * areas under curves follow.
 *
 * @param positives weights of positive examples by interval, {@code f64[intervals]}
 * @param negatives weights of negative examples by interval, {@code f64[intervals]}
 */
@PyTree
public record ScoreHistogram(Array positives, Array negatives) implements Metric<ScoreHistogram> {

  /** The default number of intervals. */
  static final int INTERVALS = 1000;

  /**
   * {@return a histogram of no examples}
   *
   * @throws HyperparameterException if there are less than two intervals
   */
  public static ScoreHistogram of(int intervals) {
    if (intervals < 2) {
      throw new HyperparameterException(
          "ScoreHistogram needs at least 2 intervals, but got %d. Use 1000, or more for scores that are close together."
              .formatted(intervals));
    }
    return new ScoreHistogram(ExampleWeights.none(intervals), ExampleWeights.none(intervals));
  }

  /** Adds scores and labels of one shape. */
  ScoreHistogram update(String what, Array scores, Array labels, @Nullable Array mask) {
    ExampleWeights.requireBinary(what, scores, labels, "one for each of them");
    var weights = ExampleWeights.weights(what, labels.shape(), mask).ravel();
    int intervals = positives.dim(0);
    var isNumber = scores.eq(scores);
    var place = Numpy.where(isNumber, scores, 0).clip(0, 1).mul(intervals).astype(DType.I32);
    var interval = Numpy.minimum(place, intervals - 1).ravel();
    var isPositive = labels.ne(0).ravel();
    return new ScoreHistogram(
        positives.add(counts(Numpy.where(isPositive, weights, 0.0), interval)),
        negatives.add(counts(Numpy.where(isPositive, 0.0, weights), interval)));
  }

  private Array counts(Array weights, Array interval) {
    return Segments.segmentSum(weights, interval, positives.dim(0));
  }

  /** {@return weights of negative and of positive examples, {@code f64[2, intervals]}} */
  @Override
  public Array compute() {
    return Numpy.stack(negatives, positives);
  }
}
