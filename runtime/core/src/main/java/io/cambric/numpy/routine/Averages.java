package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;
import io.cambric.numpy.result.AverageResult;
import org.jspecify.annotations.Nullable;

/** Means, variances and weighted averages, also without NaN. */
public final class Averages {

  private Averages() {}

  /** {@return the mean; integers give the default floating dtype, and halves are summed in f32} */
  public static Array mean(Array x, int... axes) {
    return mean(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the mean} */
  public static Array mean(Array x, @Nullable Axes axes, boolean keepDims) {
    return mean(x, axes, keepDims, null);
  }

  /**
   * {@return the mean of the elements where the mask is true; NaN without elements}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.mean.html">jnp.mean</a>
   */
  public static Array mean(Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    var result = Promotion.toInexact(x.dtype());
    var wide = Lax.convertElementType(x, ReductionOperands.upcast(result));
    ReductionOperands.requireReducible("mean", x, axes, where);
    var mean = Lax.div(Sums.sum(wide, axes, keepDims, where), count(wide, axes, keepDims, where));
    return Lax.convertElementType(mean, result);
  }

  /** {@return the mean of all elements, in a dtype} */
  public static Array mean(Array x, DType dtype) {
    return mean(x, dtype, null, false, null);
  }

  /** {@return the mean of the elements where the mask is true, in a dtype, as {@link Sums#sum}} */
  public static Array mean(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return Lax.convertElementType(
        mean(ReductionOperands.widened(x, dtype), axes, keepDims, where), dtype);
  }

  /** {@return the mean of squared deviations from the mean} */
  public static Array var(Array x, int... axes) {
    return var(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the mean of squared deviations from the mean} */
  public static Array var(Array x, @Nullable Axes axes, boolean keepDims) {
    return var(x, axes, keepDims, 0, null);
  }

  /**
   * {@return the sum of squared deviations from the mean, divided by their number minus {@code
   * ddof}; NaN if the divisor is not positive}
   *
   * @param where mask of the included elements, or {@code null} for all
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.var.html">jnp.var</a>
   */
  public static Array var(
      Array x, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    var result = Promotion.toInexact(x.dtype());
    var wide = Lax.convertElementType(x, ReductionOperands.upcast(result));
    ReductionOperands.requireReducible("var", x, axes, where);
    var mean = mean(wide, axes, true, where);
    var centred = Operands.binary("var", Lax::sub, wide, mean);
    var squares = Sums.sum(Lax.square(centred), axes, keepDims, where);
    var number = count(wide, axes, keepDims, where);
    var divisor = ddof == 0 ? number : Lax.sub(number, Operands.constant(number, ddof));
    var variance = Lax.convertElementType(Lax.div(squares, divisor), result);
    var nan = Operands.constant(variance, Double.NaN);
    return Lax.select(Lax.gt(divisor, Operands.constant(divisor, 0)), variance, nan);
  }

  /** {@return the variance of all elements, in a dtype} */
  public static Array var(Array x, DType dtype) {
    return var(x, dtype, null, false, 0, null);
  }

  /**
   * {@return the variance of the elements where the mask is true, in a dtype, as {@link Sums#sum}}
   *
   * @param ddof subtracted from the number of elements in the divisor
   */
  public static Array var(
      Array x,
      DType dtype,
      @Nullable Axes axes,
      boolean keepDims,
      double ddof,
      @Nullable Array where) {
    return Lax.convertElementType(
        var(ReductionOperands.widened(x, dtype), axes, keepDims, ddof, where), dtype);
  }

  /** {@return the square root of the variance} */
  public static Array std(Array x, int... axes) {
    return std(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the square root of the variance} */
  public static Array std(Array x, @Nullable Axes axes, boolean keepDims) {
    return std(x, axes, keepDims, 0, null);
  }

  /**
   * {@return the square root of the variance}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.std.html">jnp.std</a>
   */
  public static Array std(
      Array x, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    ReductionOperands.requireReducible("std", x, axes, where);
    return Lax.sqrt(var(x, axes, keepDims, ddof, where));
  }

  /** {@return the standard deviation of all elements, in a dtype} */
  public static Array std(Array x, DType dtype) {
    return std(x, dtype, null, false, 0, null);
  }

  /**
   * {@return the standard deviation, in a dtype, as {@link #var}}
   *
   * @throws DTypeException if the dtype is not floating
   */
  public static Array std(
      Array x,
      DType dtype,
      @Nullable Axes axes,
      boolean keepDims,
      double ddof,
      @Nullable Array where) {
    if (!dtype.isFloating()) {
      throw new DTypeException(
          "std of %s needs a floating dtype, but got %s. Pass a floating dtype, and convert the result."
              .formatted(x.aval(), dtype));
    }
    return Lax.convertElementType(
        std(ReductionOperands.widened(x, dtype), axes, keepDims, ddof, where), dtype);
  }

  /** {@return the mean of all elements} */
  public static Array average(Array x) {
    return mean(x);
  }

  /** {@return the mean of all elements with weights of the same shape} */
  public static Array average(Array x, Array weights) {
    return average(x, weights, null, false);
  }

  /** {@return the mean along an axis with weights} */
  public static Array average(Array x, Array weights, int axis) {
    return average(x, weights, Axes.of(axis), false);
  }

  /**
   * {@return the mean with weights}
   *
   * @param weights of the shape of x, or of the shape of the axes
   */
  public static Array average(Array x, Array weights, @Nullable Axes axes, boolean keepDims) {
    return averageWithSum(x, weights, axes, keepDims).average();
  }

  /**
   * {@return the mean with weights, and the sum of the weights: {@code returned=True} of JAX}
   *
   * @param weights of the shape of x, or of the shape of the axes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.average.html">jnp.average</a>
   */
  public static AverageResult averageWithSum(
      Array x, Array weights, @Nullable Axes axes, boolean keepDims) {
    var over = ReductionOperands.reducedAxes("average", x, axes);
    boolean ofAxes = weights.rank() < x.rank() && weights.shape().equals(x.shape().select(over));
    var spread =
        ofAxes
            ? Lax.broadcastInDim(weights, x.shape(), over)
            : Shapes.broadcastTo(weights, x.shape());
    var operands = Operands.inexact(x, spread);
    var total = Sums.sum(operands.get(1), axes, keepDims);
    var products = Sums.sum(Lax.mul(operands.get(0), operands.get(1)), axes, keepDims);
    return new AverageResult(Lax.div(products, total), total);
  }

  /** {@return the mean of the elements that are not NaN; NaN without such elements} */
  public static Array nanmean(Array x, int... axes) {
    return nanmean(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the mean of the elements that are not NaN; NaN without such elements} */
  public static Array nanmean(Array x, @Nullable Axes axes, boolean keepDims) {
    return nanmean(x, axes, keepDims, null);
  }

  /**
   * {@return the mean of the elements that are not NaN where the mask is true; NaN without such
   * elements}
   */
  public static Array nanmean(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return mean(x, axes, keepDims, ReductionOperands.notNan(x, where));
  }

  /** {@return the mean of the elements that are not NaN where the mask is true, in a dtype} */
  public static Array nanmean(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return mean(x, dtype, axes, keepDims, ReductionOperands.notNan(x, where));
  }

  /** {@return the variance of the elements that are not NaN; NaN without such elements} */
  public static Array nanvar(Array x, int... axes) {
    return nanvar(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the variance of the elements that are not NaN; NaN without such elements} */
  public static Array nanvar(Array x, @Nullable Axes axes, boolean keepDims) {
    return nanvar(x, axes, keepDims, 0, null);
  }

  /**
   * {@return the variance of the elements that are not NaN where the mask is true}
   *
   * @param ddof subtracted from the number of elements in the divisor
   */
  public static Array nanvar(
      Array x, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    // The derivatives of excluded elements are multiplied by 0, so they must be finite.
    var finite = ReductionOperands.withoutNan(x, Operands.constant(x, 0));
    return var(finite, axes, keepDims, ddof, ReductionOperands.notNan(x, where));
  }

  /** {@return the variance of the elements that are not NaN where the mask is true, in a dtype} */
  public static Array nanvar(
      Array x,
      DType dtype,
      @Nullable Axes axes,
      boolean keepDims,
      double ddof,
      @Nullable Array where) {
    var finite = ReductionOperands.withoutNan(x, Operands.constant(x, 0));
    return var(finite, dtype, axes, keepDims, ddof, ReductionOperands.notNan(x, where));
  }

  /**
   * {@return the standard deviation of the elements that are not NaN; NaN without such elements}
   */
  public static Array nanstd(Array x, int... axes) {
    return nanstd(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /**
   * {@return the standard deviation of the elements that are not NaN; NaN without such elements}
   */
  public static Array nanstd(Array x, @Nullable Axes axes, boolean keepDims) {
    return nanstd(x, axes, keepDims, 0, null);
  }

  /** {@return the square root of the variance of the elements that are not NaN} */
  public static Array nanstd(
      Array x, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    return Lax.sqrt(nanvar(x, axes, keepDims, ddof, where));
  }

  /** {@return the square root of the variance of the elements that are not NaN, in a dtype} */
  public static Array nanstd(
      Array x,
      DType dtype,
      @Nullable Axes axes,
      boolean keepDims,
      double ddof,
      @Nullable Array where) {
    var finite = ReductionOperands.withoutNan(x, Operands.constant(x, 0));
    return std(finite, dtype, axes, keepDims, ddof, ReductionOperands.notNan(x, where));
  }

  /** {@return the number of included elements, as a scalar or for each result} */
  private static Array count(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    if (where == null) {
      var reduced = ReductionOperands.reducedAxes("mean", x, axes);
      return Operands.strong(x.dtype(), x.shape().select(reduced).size());
    }
    var mask = Shapes.broadcastTo(Operands.toBool(where), x.shape());
    return Sums.sum(Lax.convertElementType(mask, x.dtype()), axes, keepDims);
  }
}
