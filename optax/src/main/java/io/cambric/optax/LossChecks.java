package io.cambric.optax;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;

/** Checks of what losses compare. */
final class LossChecks {

  private LossChecks() {}

  static void requireFloating(String name, String what, Array x) {
    if (!x.dtype().isFloating()) {
      throw new DTypeException(
          "%s needs floating %s, but got %s. Convert them with astype(DType.F32)."
              .formatted(name, what, x.aval()));
    }
  }

  static void requireSameShape(String name, Array predictions, Array targets) {
    if (!predictions.shape().equals(targets.shape())) {
      throw new ShapeException(
          "%s needs predictions and targets of one shape, but got %s and %s. Reshape one of them; broadcasting would average over pairs that do not belong together."
              .formatted(name, predictions.aval(), targets.aval()));
    }
  }

  /** Checks that labels are class numbers, one for each example. */
  static void requireLabels(String name, Array logits, Array labels, Shape expected) {
    if (!labels.dtype().isInteger()) {
      throw new DTypeException(
          "%s needs integer labels, but got %s. Convert class numbers with astype(DType.I32); for probabilities use softmax_cross_entropy."
              .formatted(name, labels.aval()));
    }
    if (!labels.shape().equals(expected)) {
      throw new ShapeException(
          "%s needs labels of shape %s for logits %s, but got %s. Give one class number for each example."
              .formatted(name, expected, logits.aval(), labels.aval()));
    }
  }
}
