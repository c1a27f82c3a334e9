package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * The fraction of positive predictions that are right: {@code tp / (tp + fp)}.
 *
 * <p>It is 0 where it would be 0 / 0, as in scikit-learn.
 *
 * @param average the way in which the numbers of several classes become one
 * @param threshold scores above it count as positive; ignored for more than two classes
 * @param counts of right and wrong predictions; of the positive class only if there are two classes
 */
@PyTree
public record Precision(@Static Average average, @Static double threshold, ClassCounts counts)
    implements Metric<Precision> {

  /** {@return the precision of no examples of two classes; threshold 0.5 for probabilities} */
  public static Precision binary(double threshold) {
    return new Precision(Average.MICRO, threshold, ClassCounts.of(1));
  }

  /**
   * {@return the precision of no examples}
   *
   * @throws io.cambric.errors.HyperparameterException if there is no class
   */
  public static Precision of(int classes, Average average) {
    return new Precision(average, 0, ClassCounts.of(classes));
  }

  /** {@return this with more examples} */
  public Precision update(Array scores, Array labels) {
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
  public Precision update(Array scores, Array labels, @Nullable Array mask) {
    return new Precision(
        average, threshold, counts.update("Precision", threshold, scores, labels, mask));
  }

  /** {@return the precision, {@code f64[]}; {@code f64[classes]} with {@link Average#NONE}} */
  @Override
  public Array compute() {
    return average.of(counts, ClassCounts::precision);
  }
}
