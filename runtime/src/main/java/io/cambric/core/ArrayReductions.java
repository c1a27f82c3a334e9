package io.cambric.core;

import io.cambric.array.Axes;
import io.cambric.core.ArrayMethods.Along;
import io.cambric.core.ArrayMethods.Reduction;
import org.jspecify.annotations.Nullable;

/** The methods of {@link Array} that reduce it over axes, or go along one. */
sealed interface ArrayReductions permits Array {

  private Array self() {
    return (Array) this;
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
    return self().ravel().argmax(0);
  }

  /** {@return the position of the largest element along an axis, the first of equals; i32} */
  default Array argmax(int axis) {
    return ArrayMethods.get().along(Along.ARGMAX, self(), axis);
  }

  /** {@return the position of the smallest element of all, the first of equals; i32} */
  default Array argmin() {
    return self().ravel().argmin(0);
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

  /** {@return running sums along an axis} */
  default Array cumsum(int axis) {
    return ArrayMethods.get().along(Along.CUMSUM, self(), axis);
  }

  /** {@return running products along an axis} */
  default Array cumprod(int axis) {
    return ArrayMethods.get().along(Along.CUMPROD, self(), axis);
  }

  /** {@return the elements along an axis in ascending order, NaN last} */
  default Array sort(int axis) {
    return ArrayMethods.get().along(Along.SORT, self(), axis);
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
    return ArrayMethods.get().sum(self(), axes, keepDims);
  }

  /**
   * {@return the mean over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array mean(@Nullable Axes axes, boolean keepDims) {
    return ArrayMethods.get().mean(self(), axes, keepDims);
  }

  /**
   * {@return the largest element over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array max(@Nullable Axes axes, boolean keepDims) {
    return ArrayMethods.get().max(self(), axes, keepDims);
  }

  /**
   * {@return the smallest element over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array min(@Nullable Axes axes, boolean keepDims) {
    return ArrayMethods.get().min(self(), axes, keepDims);
  }

  /**
   * {@return the product over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array prod(@Nullable Axes axes, boolean keepDims) {
    return ArrayMethods.get().prod(self(), axes, keepDims);
  }

  /**
   * {@return the variance over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array var(@Nullable Axes axes, boolean keepDims) {
    return ArrayMethods.get().var(self(), axes, keepDims);
  }

  /**
   * {@return the standard deviation over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array std(@Nullable Axes axes, boolean keepDims) {
    return ArrayMethods.get().std(self(), axes, keepDims);
  }

  /**
   * {@return the largest less the smallest element over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array ptp(@Nullable Axes axes, boolean keepDims) {
    return ArrayMethods.get().ptp(self(), axes, keepDims);
  }

  /**
   * {@return whether all elements are true over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array all(@Nullable Axes axes, boolean keepDims) {
    return ArrayMethods.get().all(self(), axes, keepDims);
  }

  /**
   * {@return whether any element is true over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array any(@Nullable Axes axes, boolean keepDims) {
    return ArrayMethods.get().any(self(), axes, keepDims);
  }

  /** {@return the sum of the elements over some axes where a mask is true} */
  default Array sum(@Nullable Axes axes, boolean keepDims, Array where) {
    return ArrayMethods.get().sum(self(), axes, keepDims, where);
  }

  /** {@return the mean of the elements over some axes where a mask is true} */
  default Array mean(@Nullable Axes axes, boolean keepDims, Array where) {
    return ArrayMethods.get().mean(self(), axes, keepDims, where);
  }

  /** {@return the product of the elements over some axes where a mask is true} */
  default Array prod(@Nullable Axes axes, boolean keepDims, Array where) {
    return ArrayMethods.get().prod(self(), axes, keepDims, where);
  }
}
