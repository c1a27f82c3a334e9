package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import org.jspecify.annotations.Nullable;

/** Reductions of the elements that are not NaN. */
final class NanFunctions {

  private NanFunctions() {}

  /** {@return the sum of the elements that are not NaN} */
  public static Array nansum(Array x, int... axes) {
    return nansum(x, ReductionFunctions.axesOrAll(x, axes), false);
  }

  /** {@return the sum of the elements that are not NaN} */
  public static Array nansum(Array x, @Nullable Axes axes, boolean keepDims) {
    return nansum(x, axes, keepDims, null);
  }

  /** {@return the product of the elements that are not NaN} */
  public static Array nanprod(Array x, int... axes) {
    return nanprod(x, ReductionFunctions.axesOrAll(x, axes), false);
  }

  /** {@return the product of the elements that are not NaN} */
  public static Array nanprod(Array x, @Nullable Axes axes, boolean keepDims) {
    return nanprod(x, axes, keepDims, null);
  }

  /** {@return the mean of the elements that are not NaN; NaN of none} */
  public static Array nanmean(Array x, int... axes) {
    return nanmean(x, ReductionFunctions.axesOrAll(x, axes), false);
  }

  /** {@return the mean of the elements that are not NaN; NaN of none} */
  public static Array nanmean(Array x, @Nullable Axes axes, boolean keepDims) {
    return nanmean(x, axes, keepDims, null);
  }

  /** {@return the variance of the elements that are not NaN; NaN of none} */
  public static Array nanvar(Array x, int... axes) {
    return nanvar(x, ReductionFunctions.axesOrAll(x, axes), false);
  }

  /** {@return the variance of the elements that are not NaN; NaN of none} */
  public static Array nanvar(Array x, @Nullable Axes axes, boolean keepDims) {
    return nanvar(x, axes, keepDims, 0, null);
  }

  /** {@return the standard deviation of the elements that are not NaN; NaN of none} */
  public static Array nanstd(Array x, int... axes) {
    return nanstd(x, ReductionFunctions.axesOrAll(x, axes), false);
  }

  /** {@return the standard deviation of the elements that are not NaN; NaN of none} */
  public static Array nanstd(Array x, @Nullable Axes axes, boolean keepDims) {
    return nanstd(x, axes, keepDims, 0, null);
  }

  /** {@return the sum of the elements that are not NaN where the mask is true} */
  public static Array nansum(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return ReductionFunctions.sum(x, axes, keepDims, numbers(x, where));
  }

  /** {@return a number and the sum of the elements that are not NaN where the mask is true} */
  public static Array nansum(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return ReductionFunctions.sum(x, axes, keepDims, initial, numbers(x, where));
  }

  /** {@return the mean of the elements that are not NaN where the mask is true; NaN of none} */
  public static Array nanmean(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return ReductionFunctions.mean(x, axes, keepDims, numbers(x, where));
  }

  /**
   * {@return the variance of the elements that are not NaN where the mask is true}
   *
   * @param ddof taken off their number before it divides
   */
  public static Array nanvar(
      Array x, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    // Derivatives of what is left out are multiplied by 0, so it must be finite.
    var finite = withoutNan(x, Operands.constant(x, 0));
    return ReductionFunctions.var(finite, axes, keepDims, ddof, numbers(x, where));
  }

  /** {@return the square root of the variance of the elements that are not NaN} */
  public static Array nanstd(
      Array x, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    return Lax.sqrt(nanvar(x, axes, keepDims, ddof, where));
  }

  /** {@return the product of the elements that are not NaN where the mask is true} */
  public static Array nanprod(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return ReductionFunctions.prod(x, axes, keepDims, 1, numbers(x, where));
  }

  /** {@return a number times the elements that are not NaN where the mask is true} */
  public static Array nanprod(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return ReductionFunctions.prod(x, axes, keepDims, initial, numbers(x, where));
  }

  /**
   * {@return the sum of the elements that are not NaN where the mask is true, in a dtype}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.nansum.html">jnp.nansum</a>
   */
  public static Array nansum(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return DtypeFunctions.sum(x, dtype, axes, keepDims, numbers(x, where));
  }

  /** {@return the product of the elements that are not NaN where the mask is true, in a dtype} */
  public static Array nanprod(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return DtypeFunctions.prod(x, dtype, axes, keepDims, numbers(x, where));
  }

  /** {@return the mean of the elements that are not NaN where the mask is true, in a dtype} */
  public static Array nanmean(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return DtypeFunctions.mean(x, dtype, axes, keepDims, numbers(x, where));
  }

  /** {@return the variance of the elements that are not NaN where the mask is true, in a dtype} */
  public static Array nanvar(
      Array x,
      DType dtype,
      @Nullable Axes axes,
      boolean keepDims,
      double ddof,
      @Nullable Array where) {
    var finite = withoutNan(x, Operands.constant(x, 0));
    return DtypeFunctions.var(finite, dtype, axes, keepDims, ddof, numbers(x, where));
  }

  /** {@return the square root of the variance of the elements that are not NaN, in a dtype} */
  public static Array nanstd(
      Array x,
      DType dtype,
      @Nullable Axes axes,
      boolean keepDims,
      double ddof,
      @Nullable Array where) {
    var finite = withoutNan(x, Operands.constant(x, 0));
    return DtypeFunctions.std(finite, dtype, axes, keepDims, ddof, numbers(x, where));
  }

  /** {@return the largest of the elements that are not NaN; NaN of none} */
  public static Array nanmax(Array x, int... axes) {
    return nanmax(x, ReductionFunctions.axesOrAll(x, axes), false);
  }

  /** {@return the largest of the elements that are not NaN; NaN of none} */
  public static Array nanmax(Array x, @Nullable Axes axes, boolean keepDims) {
    var least = Operands.constant(x, Double.NEGATIVE_INFINITY);
    return nanExtremum(
        x, ReductionFunctions.max(withoutNan(x, least), axes, keepDims), axes, keepDims);
  }

  /** {@return the largest of a number and the elements that are not NaN where the mask is true} */
  public static Array nanmax(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return ReductionFunctions.max(x, axes, keepDims, initial, numbers(x, where));
  }

  /** {@return the smallest of the elements that are not NaN; NaN of none} */
  public static Array nanmin(Array x, int... axes) {
    return nanmin(x, ReductionFunctions.axesOrAll(x, axes), false);
  }

  /** {@return the smallest of the elements that are not NaN; NaN of none} */
  public static Array nanmin(Array x, @Nullable Axes axes, boolean keepDims) {
    var largest = Operands.constant(x, Double.POSITIVE_INFINITY);
    return nanExtremum(
        x, ReductionFunctions.min(withoutNan(x, largest), axes, keepDims), axes, keepDims);
  }

  /** {@return the smallest of a number and the elements that are not NaN where the mask is true} */
  public static Array nanmin(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return ReductionFunctions.min(x, axes, keepDims, initial, numbers(x, where));
  }

  /** {@return the place of the largest element that is a number, counted through all axes} */
  public static Array nanargmax(Array x) {
    return nanargmax(ShapeFunctions.ravel(x), 0);
  }

  /** {@return the place of the largest element along an axis that is not NaN; -1 of none} */
  public static Array nanargmax(Array x, int axis) {
    var least = Operands.constant(x, Double.NEGATIVE_INFINITY);
    return nanPlace(x, SortFunctions.argmax(withoutNan(x, least), axis), axis);
  }

  /** {@return the place of the largest element that is not NaN; the axis may stay with size 1} */
  public static Array nanargmax(Array x, int axis, boolean keepDims) {
    var place = nanargmax(x, axis);
    return keepDims
        ? ShapeFunctions.expandDims(place, Axes.normalize(axis, x.rank(), "nanargmax"))
        : place;
  }

  /** {@return the place of the smallest element that is a number, counted through all axes} */
  public static Array nanargmin(Array x) {
    return nanargmin(ShapeFunctions.ravel(x), 0);
  }

  /** {@return the place of the smallest element along an axis that is not NaN; -1 of none} */
  public static Array nanargmin(Array x, int axis) {
    var largest = Operands.constant(x, Double.POSITIVE_INFINITY);
    return nanPlace(x, SortFunctions.argmin(withoutNan(x, largest), axis), axis);
  }

  /** {@return the place of the smallest element that is not NaN; the axis may stay with size 1} */
  public static Array nanargmin(Array x, int axis, boolean keepDims) {
    var place = nanargmin(x, axis);
    return keepDims
        ? ShapeFunctions.expandDims(place, Axes.normalize(axis, x.rank(), "nanargmin"))
        : place;
  }

  private static Array nanPlace(Array x, Array place, int axis) {
    return x.dtype().isFloating()
        ? WhereFunctions.where(ReductionFunctions.all(WhereFunctions.isnan(x), axis), -1, place)
        : place;
  }

  /** {@return running sums of all elements in one row, NaN as zero} */
  public static Array nancumsum(Array x) {
    return nancumsum(ShapeFunctions.ravel(x), 0);
  }

  /** {@return running sums along an axis, in which NaN counts as 0} */
  public static Array nancumsum(Array x, int axis) {
    return SortFunctions.cumsum(withoutNan(x, Operands.constant(x, 0)), axis);
  }

  /** {@return running sums along an axis, computed in a dtype; NaN counts as 0} */
  public static Array nancumsum(Array x, int axis, DType dtype) {
    return DtypeFunctions.cumsum(withoutNan(x, Operands.constant(x, 0)), axis, dtype);
  }

  /** {@return running products of all elements in one row, NaN as one} */
  public static Array nancumprod(Array x) {
    return nancumprod(ShapeFunctions.ravel(x), 0);
  }

  /** {@return running products along an axis, in which NaN counts as 1} */
  public static Array nancumprod(Array x, int axis) {
    return SortFunctions.cumprod(withoutNan(x, Operands.constant(x, 1)), axis);
  }

  /** {@return running products along an axis, computed in a dtype; NaN counts as 1} */
  public static Array nancumprod(Array x, int axis, DType dtype) {
    return DtypeFunctions.cumprod(withoutNan(x, Operands.constant(x, 1)), axis, dtype);
  }

  private static @Nullable Array numbers(Array x, @Nullable Array where) {
    if (!x.dtype().isFloating()) {
      return where;
    }
    var numbers = WhereFunctions.logicalNot(WhereFunctions.isnan(x));
    return where == null ? numbers : WhereFunctions.logicalAnd(numbers, where);
  }

  private static Array withoutNan(Array x, Array instead) {
    return x.dtype().isFloating() ? Lax.select(WhereFunctions.isnan(x), instead, x) : x;
  }

  private static Array nanExtremum(Array x, Array extremum, @Nullable Axes axes, boolean keepDims) {
    return x.dtype().isFloating()
        ? WhereFunctions.where(
            ReductionFunctions.all(WhereFunctions.isnan(x), axes, keepDims),
            Operands.constant(x, Double.NaN),
            extremum)
        : extremum;
  }
}
