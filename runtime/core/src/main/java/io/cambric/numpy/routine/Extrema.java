package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The larger and the smaller of two arrays, and the extremes of one. */
public final class Extrema {

  private Extrema() {}

  /** {@return the larger element; NaN if either is NaN} */
  public static Array maximum(Array x, Array y) {
    return Operands.binary("maximum", Lax::max, x, y);
  }

  /** {@return the larger element; NaN if x is NaN} */
  public static Array maximum(Array x, double y) {
    return maximum(x, Operands.number(x, y));
  }

  /** {@return the smaller element; NaN if either is NaN} */
  public static Array minimum(Array x, Array y) {
    return Operands.binary("minimum", Lax::min, x, y);
  }

  /** {@return the smaller element; NaN if x is NaN} */
  public static Array minimum(Array x, double y) {
    return minimum(x, Operands.number(x, y));
  }

  /** {@return the larger element, or the other element if one is NaN} */
  public static Array fmax(Array x, Array y) {
    return Operands.binary("fmax", (a, b) -> Lax.select(takesFirst(Lax.gt(a, b), b), a, b), x, y);
  }

  /** {@return the smaller element, or the other element if one is NaN} */
  public static Array fmin(Array x, Array y) {
    return Operands.binary("fmin", (a, b) -> Lax.select(takesFirst(Lax.lt(a, b), b), a, b), x, y);
  }

  /**
   * {@return x between two bounds: the minimum of max and the maximum of min and x}
   *
   * <p>At a bound the derivative is one half, like the derivative of {@code maximum} at a tie.
   *
   * @param min the lower bound, or null for none
   * @param max the upper bound, or null for none
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.clip.html">jnp.clip</a>
   */
  public static Array clip(Array x, @Nullable Array min, @Nullable Array max) {
    var raised = min == null ? x : maximum(min, x);
    return max == null ? raised : minimum(max, raised);
  }

  /** {@return x between two bounds} */
  public static Array clip(Array x, double min, double max) {
    return clip(x, Operands.number(x, min), Operands.number(x, max));
  }

  /** {@return the largest element; NaN if there is one} */
  public static Array max(Array x, int... axes) {
    return max(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /**
   * {@return the largest element; NaN if there is one}
   *
   * @throws ShapeException if there are no elements to choose from
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.max.html">jnp.max</a>
   */
  public static Array max(Array x, @Nullable Axes axes, boolean keepDims) {
    ReductionOperands.requireElements("max", x, axes);
    return extremum("max", Lax::reduceMax, Lax::reduceOr, x, axes, keepDims);
  }

  /** {@return the largest of the elements where the mask is true, and of a number} */
  public static Array max(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    var some = ReductionOperands.masked("max", x, where, x.dtype().lowest());
    var largest = extremum("max", Lax::reduceMax, Lax::reduceOr, some, axes, keepDims);
    return initial <= x.dtype().lowest()
        ? largest
        : Lax.max(Operands.constant(largest, initial), largest);
  }

  /** {@return the smallest element; NaN if there is one} */
  public static Array min(Array x, int... axes) {
    return min(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /**
   * {@return the smallest element; NaN if there is one}
   *
   * @throws ShapeException if there are no elements to choose from
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.min.html">jnp.min</a>
   */
  public static Array min(Array x, @Nullable Axes axes, boolean keepDims) {
    ReductionOperands.requireElements("min", x, axes);
    return extremum("min", Lax::reduceMin, Lax::reduceAnd, x, axes, keepDims);
  }

  /** {@return the smallest of the elements where the mask is true, and of a number} */
  public static Array min(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    var some = ReductionOperands.masked("min", x, where, x.dtype().highest());
    var smallest = extremum("min", Lax::reduceMin, Lax::reduceAnd, some, axes, keepDims);
    return initial >= x.dtype().highest()
        ? smallest
        : Lax.min(Operands.constant(smallest, initial), smallest);
  }

  /** {@return the largest of the elements that are not NaN; NaN without such elements} */
  public static Array nanmax(Array x, int... axes) {
    return nanmax(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the largest of the elements that are not NaN; NaN without such elements} */
  public static Array nanmax(Array x, @Nullable Axes axes, boolean keepDims) {
    var least = Operands.constant(x, Double.NEGATIVE_INFINITY);
    return nanExtremum(
        x, max(ReductionOperands.withoutNan(x, least), axes, keepDims), axes, keepDims);
  }

  /** {@return the largest of a number and the elements that are not NaN where the mask is true} */
  public static Array nanmax(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return max(x, axes, keepDims, initial, ReductionOperands.notNan(x, where));
  }

  /** {@return the smallest of the elements that are not NaN; NaN without such elements} */
  public static Array nanmin(Array x, int... axes) {
    return nanmin(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the smallest of the elements that are not NaN; NaN without such elements} */
  public static Array nanmin(Array x, @Nullable Axes axes, boolean keepDims) {
    var largest = Operands.constant(x, Double.POSITIVE_INFINITY);
    return nanExtremum(
        x, min(ReductionOperands.withoutNan(x, largest), axes, keepDims), axes, keepDims);
  }

  /** {@return the smallest of a number and the elements that are not NaN where the mask is true} */
  public static Array nanmin(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return min(x, axes, keepDims, initial, ReductionOperands.notNan(x, where));
  }

  private static Array takesFirst(Array wins, Array other) {
    return Logic.logicalOr(wins, FloatParts.isnan(other));
  }

  private static Array extremum(
      String name,
      BiFunction<Array, Axes, Array> ofNumbers,
      BiFunction<Array, Axes, Array> ofBools,
      Array x,
      @Nullable Axes axes,
      boolean keepDims) {
    return ReductionOperands.reduced(
        name, x.dtype() == DType.BOOL ? ofBools : ofNumbers, x, axes, keepDims);
  }

  private static Array nanExtremum(Array x, Array extremum, @Nullable Axes axes, boolean keepDims) {
    return x.dtype().isFloating()
        ? ElementSelection.where(
            Logic.all(FloatParts.isnan(x), axes, keepDims),
            Operands.constant(x, Double.NaN),
            extremum)
        : extremum;
  }
}
