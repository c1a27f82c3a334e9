package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/**
 * The area under the receiver operating characteristic: the probability that a positive example has
 * a higher score than a negative one. It is NaN unless there are examples of both kinds.
 *
 * <p>Scores are probabilities in {@code [0, 1]}. A score outside counts as the nearer end, NaN as
 * 0. Scores in one interval of the histogram count as equal, and such pairs count one half. So the
 * area is exact where the intervals keep positive and negative scores apart.
 *
 * {@snippet :
 * var auc = RocAuc.empty().update(sigmoid(logits), labels);
 * }
 *
 * @param scores counts by interval
 */
@PyTree
public record RocAuc(ScoreHistogram scores) implements Metric<RocAuc> {

  /** {@return the area of no examples, by 1000 intervals} */
  public static RocAuc empty() {
    return of(ScoreHistogram.INTERVALS);
  }

  /**
   * {@return the area of no examples}
   *
   * @throws io.cambric.errors.HyperparameterException if there are less than two intervals
   */
  public static RocAuc of(int intervals) {
    return new RocAuc(ScoreHistogram.of(intervals));
  }

  /** {@return this with more scores and labels of one shape} */
  public RocAuc update(Array probabilities, Array labels) {
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
  public RocAuc update(Array probabilities, Array labels, @Nullable Array mask) {
    return new RocAuc(scores.update("RocAuc", probabilities, labels, mask));
  }

  /** {@return the area, {@code f64[]}} */
  @Override
  public Array compute() {
    var positives = scores.positives();
    var negatives = scores.negatives();
    var lowerNegatives = Numpy.cumsum(negatives).sub(negatives.mul(0.5));
    return positives.mul(lowerNegatives).sum().div(positives.sum().mul(negatives.sum()));
  }
}
