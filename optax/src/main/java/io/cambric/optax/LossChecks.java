package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.optax.hyperparameter.Broadcast;
import org.jspecify.annotations.Nullable;

/** Checks of the operands of losses: dtypes and shapes. */
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
          "%s needs predictions and targets of equal shape, but got %s and %s. Reshape one of them; broadcasting would average over unrelated pairs."
              .formatted(name, predictions.aval(), targets.aval()));
    }
  }

  /** Checks that two operands match element by element; one may broadcast along axes of size 1. */
  static void requireFitting(String name, String what, Array x, String other, Array y) {
    if (!Broadcast.fits(x, y)) {
      throw new ShapeException(
          "%s needs %s and %s of equal shape, or shapes that broadcast, but got %s and %s. Reshape one of them."
              .formatted(name, what, other, x.aval(), y.aval()));
    }
  }

  /**
   * Checks that there are axes, that none repeats, and that the mask, if any, covers the operand.
   */
  static void requireReducible(String name, Array x, @Nullable Axes axes, @Nullable Array where) {
    if (axes != null) {
      var _ = axes.normalized(x.rank(), name);
    }
    if (where != null) {
      requireFitting(name, "operands", x, "a mask", where);
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
