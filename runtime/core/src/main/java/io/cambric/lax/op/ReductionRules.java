package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.ReduceOp;

/** The rules that reductions share. */
public final class ReductionRules {

  private ReductionRules() {}

  /**
   * Checks that axes are axes of an operand, ascending.
   *
   * @throws ShapeException if an axis is out of range, repeated or out of order
   */
  static void requireAxes(String name, Axes axes, ShapedArray operand) {
    for (int i = 0; i < axes.size(); i++) {
      int axis = axes.get(i);
      if (axis < 0 || axis >= operand.rank() || (i > 0 && axis <= axes.get(i - 1))) {
        throw new ShapeException(
            "%s over axes %s needs each axis once, ascending, in [0, %d) for an operand of shape %s."
                .formatted(name, axes, operand.rank(), operand.shape()));
      }
    }
  }

  /** {@return the operand's type without the reduced axes} */
  public static ShapedArray type(String name, Axes axes, DTypes accepts, ShapedArray operand) {
    requireAxes(name, axes, operand);
    if (!accepts.test(operand.dtype())) {
      throw new DTypeException(
          "%s needs an operand of %s, but got %s. Convert it with astype."
              .formatted(name, accepts.text(), operand));
    }
    return operand.withShape(operand.shape().without(axes));
  }

  /** {@return a reduction, or a view of an operand with one element along the reduced axes} */
  static Lowering lowering(ReduceOp op, Axes axes, ShapedArray operand) {
    var shape = operand.shape();
    if (shape.select(axes).size() != 1) {
      return new Lowering.Reduction(op, axes);
    }
    var kept = axes.complement(shape.rank());
    return new Lowering.View(layout -> {
      int[] strides = new int[kept.size()];
      for (int i = 0; i < strides.length; i++) {
        strides[i] = layout.strides()[kept.get(i)];
      }
      return new Lowering.Layout(shape.without(axes), layout.offset(), strides);
    });
  }
}
