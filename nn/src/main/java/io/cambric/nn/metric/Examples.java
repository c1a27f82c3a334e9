package io.cambric.nn.metric;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/** The shared parts of metrics: weights of examples, weighted sums, and places of labels. */
final class Examples {

  private Examples() {}

  /** {@return a sum that nothing was added to} */
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
          "%s needs a mask with the leading axes of the examples, but got %s for examples of shape %s. Give one weight a row."
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
          "%s needs predictions and targets of one shape, but got %s and %s. Squeeze or broadcast one of them."
              .formatted(what, first.aval(), second.aval()));
    }
  }

  /** Requires scores of classes along a last axis, and labels without it. */
  static void requireScores(String what, Array scores, Array labels) {
    int rank = scores.rank();
    if (rank == 0 || !scores.shape().slice(0, rank - 1).equals(labels.shape())) {
      throw new ShapeException(
          "%s needs scores [..., classes] and labels [...], but got %s and %s. Give labels as numbers of classes, without an axis of classes."
              .formatted(what, scores.aval(), labels.aval()));
    }
  }

  /** {@return whether each label names a class} */
  static Array isInRange(Array labels, int classes) {
    return labels.ge(0).and(labels.lt(classes));
  }

  /**
   * {@return whether each class is that of the label: [...] to [..., classes]; none out of range}
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
