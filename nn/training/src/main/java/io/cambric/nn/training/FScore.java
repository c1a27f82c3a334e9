package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import org.jspecify.annotations.Nullable;

/**
 * The weighted harmonic mean of precision and recall: {@code (1 + b²) tp / ((1 + b²) tp + b² fn +
 * fp)}.
 *
 * <p>It is 0 where it would be 0 / 0, as in scikit-learn.
 *
 * @param beta weight of recall against precision, above 0; 1 for both alike
 * @param average the way in which the numbers of several classes become one
 * @param threshold scores above it count as positive; ignored for more than two classes
 * @param counts of right and wrong predictions; of the positive class only if there are two classes
 */
@PyTree
public record FScore(
    @Static double beta, @Static Average average, @Static double threshold, ClassCounts counts)
    implements Metric<FScore> {

  /**
   * Checks the weight of recall.
   *
   * @throws HyperparameterException if it is not above 0
   */
  public FScore {
    if (!(beta > 0 && beta < Double.POSITIVE_INFINITY)) {
      throw new HyperparameterException(
          "FScore needs a finite beta above 0, but got %s. Pass 1 for the F1 score."
              .formatted(beta));
    }
  }

  /** {@return the F1 score of no examples of two classes; threshold 0.5 for probabilities} */
  public static FScore binary(double threshold) {
    return new FScore(1, Average.MICRO, threshold, ClassCounts.of(1));
  }

  /**
   * {@return the F1 score of no examples}
   *
   * @throws HyperparameterException if there is no class
   */
  public static FScore of(int classes, Average average) {
    return new FScore(1, average, 0, ClassCounts.of(classes));
  }

  /** {@return this with more examples} */
  public FScore update(Array scores, Array labels) {
    return update(scores, labels, null);
  }

  /**
   * {@return this with more examples}
   *
   * @param scores {@code [..., classes]}, where the highest is the prediction; for two classes,
   *     scores of the positive class, {@code [...]}
   * @param labels classes from 0, integers {@code [...]}; for two classes, 0 is the negative class
   * @param mask weights whose axes are the leading ones of the labels; null for 1 everywhere
   * @throws io.cambric.errors.ShapeException if the shapes do not fit, or the number of classes
   *     differs
   */
  public FScore update(Array scores, Array labels, @Nullable Array mask) {
    return new FScore(
        beta, average, threshold, counts.update("FScore", threshold, scores, labels, mask));
  }

  /** {@return the F score, {@code f64[]}; {@code f64[classes]} with {@link Average#NONE}} */
  @Override
  public Array compute() {
    return average.of(counts, c -> c.fScore(beta));
  }

  /**
   * {@return this with another weight of recall against precision}
   *
   * @throws HyperparameterException if it is not above 0
   */
  public FScore withBeta(double other) {
    return new FScore(other, average, threshold, counts);
  }
}
