package io.cambric.nn.training;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/** The shared parts of metrics: weights of examples, weighted sums, and positions of labels. */
final class ExampleWeights {

  private ExampleWeights() {}

  /** {@return a sum of nothing} */
  static Array none(int... dims) {
    return Numpy.zeros(Shape.of(dims), DType.F64);
  }

  /**
   * {@return the weight of each example, f64}
   *
   * @param what the metric, for messages
   * @param shape of the examples
   * @param mask whose axes are the leading ones of the examples; null for 1 everywhere
   */
  static Array weights(String what, Shape shape, @Nullable Array mask) {
    if (mask == null) {
      return Numpy.full(shape, 1, DType.F64);
    }
    int axes = mask.rank();
    if (axes > shape.rank() || !mask.shape().equals(shape.slice(0, axes))) {
      throw new ShapeException(
          "%s needs a mask with the leading axes of the examples, but got %s for examples of shape %s. Pass one weight for each row."
              .formatted(what, mask.aval(), shape));
    }
    var weights = mask.astype(DType.F64);
    for (int axis = axes; axis < shape.rank(); axis++) {
      weights = weights.expandDims(axis);
    }
    return weights.broadcastTo(shape);
  }

  /** {@return the weighted sum; a value with weight 0 may be NaN} */
  static Array sum(Array values, Array weights, int... axes) {
    var weighted = values.astype(DType.F64).mul(weights);
    return Numpy.where(weights.eq(0), 0.0, weighted).sum(axes);
  }

  /** Requires arrays of one shape. */
  static void requireSame(String what, Array first, Array second) {
    if (!first.shape().equals(second.shape())) {
      throw new ShapeException(
          "%s needs predictions and targets of equal shape, but got %s and %s. Squeeze or broadcast one of them."
              .formatted(what, first.aval(), second.aval()));
    }
  }

  /**
   * Requires scores of the positive class, one for each label.
   *
   * @param several the metric for scores of every class, as named in programs
   */
  static void requireBinary(String what, Array scores, Array labels, String several) {
    if (!scores.shape().equals(labels.shape())) {
      throw new ShapeException(
          "%s needs scores of the positive class and labels of equal shape, but got %s and %s. %s"
              .formatted(
                  what, scores.aval(), labels.aval(), binaryAdvice(scores, labels, several)));
    }
  }

  private static String binaryAdvice(Array scores, Array labels, String several) {
    if (hasAxisMore(scores, labels)) {
      return scores.dim(-1) == 1
          ? "Remove the last axis of the scores, as in scores.squeeze(-1)."
          : "For one score per class, use %s, or pass only the scores of the positive class."
              .formatted(several);
    }
    if (hasAxisMore(labels, scores)) {
      return labels.dim(-1) == 1
          ? "Remove the last axis of the labels, as in labels.squeeze(-1)."
          : "Pass one label for each score.";
    }
    return "Pass one score for each label.";
  }

  /** {@return whether the first array has the axes of the second, followed by one more} */
  private static boolean hasAxisMore(Array first, Array second) {
    int rank = first.rank();
    return rank == second.rank() + 1 && first.shape().slice(0, rank - 1).equals(second.shape());
  }

  /**
   * Requires scores of two classes or more along a last axis, and labels without it.
   *
   * @param binary the metric for scores of the positive class only, as named in programs
   */
  static void requireScores(String what, Array scores, Array labels, String binary) {
    if (!hasAxisMore(scores, labels)) {
      throw new ShapeException(
          "%s needs scores [..., classes] and labels [...], but got %s and %s. %s"
              .formatted(what, scores.aval(), labels.aval(), advice(scores, labels, binary)));
    }
    if (scores.dim(-1) == 1) {
      throw new ShapeException(
          "%s needs scores of at least two classes, but got %s. For scores of only the positive class, remove their last axis and use %s."
              .formatted(what, scores.aval(), binary));
    }
  }

  private static String advice(Array scores, Array labels, String binary) {
    boolean isSame = scores.shape().equals(labels.shape());
    if (isSame && (scores.rank() < 2 || scores.dim(-1) == 1)) {
      return "For scores of only the positive class, use %s.".formatted(binary);
    }
    if (scores.rank() == labels.rank() && scores.rank() > 0 && labels.dim(-1) == 1) {
      return "Remove the last axis of the labels, as in labels.squeeze(-1).";
    }
    return "Pass labels as class numbers, without a class axis.";
  }

  /** {@return whether each label names a class} */
  static Array isInRange(Array labels, int classes) {
    // A number without a dtype would wrap in labels with few bits.
    return labels.ge(0).and(labels.lt(NdArray.ofInts(Shape.scalar(), classes)));
  }

  /**
   * {@return whether each class equals the label: [...] to [..., classes]; all false out of range}
   */
  static Array isClass(Array labels, int classes) {
    return labels.expandDims(labels.rank()).eq(Numpy.arange(classes));
  }

  /** {@return a quotient that is 0 where the divisor is 0} */
  static Array ratio(Array numerator, Array denominator) {
    var isZero = denominator.eq(0);
    return Numpy.where(isZero, 0.0, numerator.div(Numpy.where(isZero, 1.0, denominator)));
  }
}
