package io.cambric.core;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.ArrayMethods.Along;
import io.cambric.core.ArrayMethods.Reduction;
import io.cambric.core.ArrayMethods.ReductionOptions;
import org.jspecify.annotations.Nullable;

/** The methods of {@link Array} that reduce it over axes, or go along one. */
sealed interface ArrayReductions permits Array {

  private Array self() {
    return (Array) this;
  }

  private Array reduce(Reduction reduction, ReductionOptions options) {
    return ArrayMethods.get().reduce(reduction, self(), options);
  }

  /** {@return the sum over the given axes, or over all} */
  default Array sum(int... axes) {
    return ArrayMethods.get().reduce(Reduction.SUM, self(), axes, false);
  }

  /** {@return the mean over the given axes, or over all} */
  default Array mean(int... axes) {
    return ArrayMethods.get().reduce(Reduction.MEAN, self(), axes, false);
  }

  /** {@return the largest element over the given axes, or over all} */
  default Array max(int... axes) {
    return ArrayMethods.get().reduce(Reduction.MAX, self(), axes, false);
  }

  /** {@return the smallest element over the given axes, or over all} */
  default Array min(int... axes) {
    return ArrayMethods.get().reduce(Reduction.MIN, self(), axes, false);
  }

  /** {@return the product over the given axes, or over all} */
  default Array prod(int... axes) {
    return ArrayMethods.get().reduce(Reduction.PROD, self(), axes, false);
  }

  /** {@return the position of the largest element of all, the first of equals; i32} */
  default Array argmax() {
    return ArrayMethods.get().along(Along.ARGMAX, self(), null);
  }

  /** {@return the position of the largest element along an axis, the first of equals; i32} */
  default Array argmax(int axis) {
    return ArrayMethods.get().along(Along.ARGMAX, self(), axis);
  }

  /** {@return the position of the smallest element of all, the first of equals; i32} */
  default Array argmin() {
    return ArrayMethods.get().along(Along.ARGMIN, self(), null);
  }

  /** {@return the position of the smallest element along an axis, the first of equals; i32} */
  default Array argmin(int axis) {
    return ArrayMethods.get().along(Along.ARGMIN, self(), axis);
  }

  /** {@return the variance over the given axes, or over all: the mean squared deviation} */
  default Array var(int... axes) {
    return ArrayMethods.get().reduce(Reduction.VAR, self(), axes, false);
  }

  /** {@return the standard deviation over the given axes, or over all} */
  default Array std(int... axes) {
    return ArrayMethods.get().reduce(Reduction.STD, self(), axes, false);
  }

  /** {@return the largest less the smallest element over the given axes, or over all} */
  default Array ptp(int... axes) {
    return ArrayMethods.get().reduce(Reduction.PTP, self(), axes, false);
  }

  /** {@return whether all elements over the given axes, or over all, are true, that is not 0} */
  default Array all(int... axes) {
    return ArrayMethods.get().reduce(Reduction.ALL, self(), axes, false);
  }

  /** {@return whether any element over the given axes, or over all, is true, that is not 0} */
  default Array any(int... axes) {
    return ArrayMethods.get().reduce(Reduction.ANY, self(), axes, false);
  }

  /** {@return running sums of all elements in one row} */
  default Array cumsum() {
    return ArrayMethods.get().along(Along.CUMSUM, self(), null);
  }

  /** {@return running sums along an axis} */
  default Array cumsum(int axis) {
    return ArrayMethods.get().along(Along.CUMSUM, self(), axis);
  }

  /** {@return running sums along an axis, computed in a dtype} */
  default Array cumsum(int axis, DType dtype) {
    return self().astype(dtype).cumsum(axis);
  }

  /** {@return running products of all elements in one row} */
  default Array cumprod() {
    return ArrayMethods.get().along(Along.CUMPROD, self(), null);
  }

  /** {@return running products along an axis} */
  default Array cumprod(int axis) {
    return ArrayMethods.get().along(Along.CUMPROD, self(), axis);
  }

  /** {@return running products along an axis, computed in a dtype} */
  default Array cumprod(int axis, DType dtype) {
    return self().astype(dtype).cumprod(axis);
  }

  /** {@return the elements along the last axis in ascending order, NaN last} */
  default Array sort() {
    return sort(-1);
  }

  /** {@return the elements along an axis in ascending order, NaN last} */
  default Array sort(int axis) {
    return ArrayMethods.get().along(Along.SORT, self(), axis);
  }

  /**
   * {@return the positions that put the elements along the last axis in ascending order; stable}
   */
  default Array argsort() {
    return argsort(-1);
  }

  /** {@return the positions that put the elements along an axis in ascending order; stable} */
  default Array argsort(int axis) {
    return ArrayMethods.get().along(Along.ARGSORT, self(), axis);
  }

  /**
   * {@return the sum over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array sum(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.SUM, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the mean over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array mean(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.MEAN, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the largest element over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array max(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.MAX, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the smallest element over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array min(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.MIN, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the product over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array prod(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.PROD, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the variance over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array var(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.VAR, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the standard deviation over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array std(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.STD, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the largest less the smallest element over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array ptp(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.PTP, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return whether all elements are true over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array all(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.ALL, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return whether any element is true over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array any(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.ANY, new ReductionOptions(axes, keepDims));
  }

  /** {@return the sum of the elements over some axes where a mask is true} */
  default Array sum(@Nullable Axes axes, boolean keepDims, Array where) {
    return reduce(Reduction.SUM, new ReductionOptions(axes, keepDims, where));
  }

  /** {@return the mean of the elements over some axes where a mask is true} */
  default Array mean(@Nullable Axes axes, boolean keepDims, Array where) {
    return reduce(Reduction.MEAN, new ReductionOptions(axes, keepDims, where));
  }

  /** {@return the product of the elements over some axes where a mask is true} */
  default Array prod(@Nullable Axes axes, boolean keepDims, Array where) {
    return reduce(Reduction.PROD, new ReductionOptions(axes, keepDims, where));
  }

  /** {@return whether all elements over some axes are true where a mask is true} */
  default Array all(@Nullable Axes axes, boolean keepDims, Array where) {
    return reduce(Reduction.ALL, new ReductionOptions(axes, keepDims, where));
  }

  /** {@return whether any element over some axes is true where a mask is true} */
  default Array any(@Nullable Axes axes, boolean keepDims, Array where) {
    return reduce(Reduction.ANY, new ReductionOptions(axes, keepDims, where));
  }

  /** {@return the sum of a number and the elements over some axes where a mask is true} */
  default Array sum(@Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return reduce(Reduction.SUM, new ReductionOptions(axes, keepDims, where, null, initial, 0));
  }

  /** {@return the product of a number and the elements over some axes where a mask is true} */
  default Array prod(@Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return reduce(Reduction.PROD, new ReductionOptions(axes, keepDims, where, null, initial, 0));
  }

  /** {@return the largest of a number and the elements over some axes where a mask is true} */
  default Array max(@Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return reduce(Reduction.MAX, new ReductionOptions(axes, keepDims, where, null, initial, 0));
  }

  /** {@return the smallest of a number and the elements over some axes where a mask is true} */
  default Array min(@Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return reduce(Reduction.MIN, new ReductionOptions(axes, keepDims, where, null, initial, 0));
  }

  /**
   * {@return the variance of the elements over some axes where a mask is true}
   *
   * @param ddof taken off the number of elements before it divides
   */
  default Array var(@Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    return reduce(Reduction.VAR, new ReductionOptions(axes, keepDims, where, null, null, ddof));
  }

  /**
   * {@return the standard deviation of the elements over some axes where a mask is true}
   *
   * @param ddof taken off the number of elements before it divides
   */
  default Array std(@Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    return reduce(Reduction.STD, new ReductionOptions(axes, keepDims, where, null, null, ddof));
  }

  /** {@return the sum of all elements, in a dtype} */
  default Array sum(DType dtype) {
    return sum(dtype, null, false, null);
  }

  /** {@return the sum of the elements over some axes where a mask is true, in a dtype} */
  default Array sum(DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return reduce(Reduction.SUM, new ReductionOptions(axes, keepDims, where, dtype, null, 0));
  }

  /** {@return the product of all elements, in a dtype} */
  default Array prod(DType dtype) {
    return prod(dtype, null, false, null);
  }

  /** {@return the product of the elements over some axes where a mask is true, in a dtype} */
  default Array prod(DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return reduce(Reduction.PROD, new ReductionOptions(axes, keepDims, where, dtype, null, 0));
  }

  /** {@return the mean of all elements, in a dtype} */
  default Array mean(DType dtype) {
    return mean(dtype, null, false, null);
  }

  /** {@return the mean of the elements over some axes where a mask is true, in a dtype} */
  default Array mean(DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return reduce(Reduction.MEAN, new ReductionOptions(axes, keepDims, where, dtype, null, 0));
  }

  /** {@return the variance of the elements where a mask is true, in a dtype} */
  default Array var(
      DType dtype, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    return reduce(Reduction.VAR, new ReductionOptions(axes, keepDims, where, dtype, null, ddof));
  }

  /** {@return the standard deviation of the elements where a mask is true, in a dtype} */
  default Array std(
      DType dtype, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    return reduce(Reduction.STD, new ReductionOptions(axes, keepDims, where, dtype, null, ddof));
  }

  /** {@return the position of the largest element along an axis, which may stay with size 1} */
  default Array argmax(int axis, boolean keepDims) {
    var place = argmax(axis);
    return keepDims ? place.expandDims(Axes.normalize(axis, self().rank(), "argmax")) : place;
  }

  /** {@return the position of the smallest element along an axis, which may stay with size 1} */
  default Array argmin(int axis, boolean keepDims) {
    var place = argmin(axis);
    return keepDims ? place.expandDims(Axes.normalize(axis, self().rank(), "argmin")) : place;
  }
}
