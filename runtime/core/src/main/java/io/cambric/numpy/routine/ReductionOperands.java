package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The steps that reductions share: axes, masks, and the dtype that they compute in. */
public final class ReductionOperands {

  private ReductionOperands() {}

  /** {@return the dtype in which sums and means of a dtype are computed: f32 for halves} */
  public static DType upcast(DType dtype) {
    return dtype.isFloating() && dtype.bytes() == 2 ? DType.F32 : dtype;
  }

  /** {@return x with an identity of the reduction where the mask is false} */
  public static Array masked(String name, Array x, @Nullable Array where, double identity) {
    if (where == null) {
      return x;
    }
    Operands.requireMask(name, x, where);
    return Shapes.broadcastTo(
        ElementSelection.where(where, x, Operands.constant(x, identity)), x.shape());
  }

  /** {@return the mask, and false where x is NaN; {@code null} if every element takes part} */
  public static @Nullable Array notNan(Array x, @Nullable Array where) {
    if (!x.dtype().isFloating()) {
      return where;
    }
    var numbers = Logic.logicalNot(FloatParts.isnan(x));
    return where == null ? numbers : Logic.logicalAnd(numbers, where);
  }

  /** {@return a reduction over axes, all for {@code null}; its result is not weakly typed} */
  public static Array reduced(
      String name,
      BiFunction<Array, Axes, Array> reduction,
      Array x,
      @Nullable Axes axes,
      boolean keepDims) {
    var ascending = reducedAxes(name, x, axes);
    var result = reduction.apply(x, ascending);
    var strong = Lax.convertElementType(result, result.dtype());
    return keepDims ? Lax.reshape(strong, keptShape(x.shape(), ascending)) : strong;
  }

  /** {@return x with other elements where it is NaN} */
  public static Array withoutNan(Array x, Array instead) {
    return x.dtype().isFloating() ? Lax.select(FloatParts.isnan(x), instead, x) : x;
  }

  /** {@return the shape with size 1 along the axes} */
  public static Shape keptShape(Shape shape, Axes axes) {
    var kept = shape;
    for (int i = 0; i < axes.size(); i++) {
      kept = kept.with(axes.get(i), 1);
    }
    return kept;
  }

  /**
   * Checks axes and mask of a function that is built from sums and extremes; messages name the
   * function.
   *
   * @throws ShapeException if an axis is out of range or repeated, or the mask does not broadcast
   */
  public static void requireReducible(
      String name, Array x, @Nullable Axes axes, @Nullable Array where) {
    reducedAxes(name, x, axes);
    Operands.requireMask(name, x, where);
  }

  /**
   * Checks that a reduction without an identity has an element for each result.
   *
   * @throws ShapeException if a reduced axis has size 0
   */
  public static void requireElements(String name, Array x, @Nullable Axes axes) {
    var ascending = reducedAxes(name, x, axes);
    if (x.shape().select(ascending).size() == 0) {
      throw new ShapeException(
          "%s over axes %s of %s needs at least one element, because it has no identity. Pass an initial value."
              .formatted(name, ascending, x.aval()));
    }
  }

  /** {@return the axes counted from the first, ascending; all for {@code null}} */
  public static Axes reducedAxes(String name, Array x, @Nullable Axes axes) {
    return axes == null ? Axes.range(0, x.rank()) : axes.normalized(x.rank(), name);
  }

  /** {@return the given axes, or all axes if none is given} */
  public static Axes axesOrAll(Array x, int... axes) {
    return axes.length == 0 ? Axes.range(0, x.rank()) : Axes.of(axes);
  }

  /** {@return x in the dtype in which a reduction to a dtype computes} */
  public static Array widened(Array x, DType dtype) {
    return Lax.convertElementType(x, upcast(dtype));
  }
}
