package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that make arrays like others, join them or reduce them, with the dtype asked for. */
final class DtypeFunctions {

  private DtypeFunctions() {}

  /** {@return zeros of the shape of x} */
  public static Array zerosLike(Array x, DType dtype) {
    return fullLike(x, 0, dtype);
  }

  /**
   * {@return zeros}
   *
   * @param dtype {@code null} for that of x
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.zeros_like.html">jnp.zeros_like</a>
   */
  public static Array zerosLike(Array x, @Nullable DType dtype, Shape shape) {
    return fullLike(x, 0, dtype, shape);
  }

  /** {@return ones of the shape of x} */
  public static Array onesLike(Array x, DType dtype) {
    return fullLike(x, 1, dtype);
  }

  /**
   * {@return ones}
   *
   * @param dtype {@code null} for that of x
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ones_like.html">jnp.ones_like</a>
   */
  public static Array onesLike(Array x, @Nullable DType dtype, Shape shape) {
    return fullLike(x, 1, dtype, shape);
  }

  /** {@return an array of the shape of x whose values do not matter: zeros} */
  public static Array emptyLike(Array x, DType dtype) {
    return zerosLike(x, dtype);
  }

  /** {@return an array whose values do not matter: zeros; the dtype of x for {@code null}} */
  public static Array emptyLike(Array x, @Nullable DType dtype, Shape shape) {
    return zerosLike(x, dtype, shape);
  }

  /** {@return an array of one value, of the shape of x} */
  public static Array fullLike(Array x, double value, DType dtype) {
    return fullLike(x, value, dtype, x.shape());
  }

  /**
   * {@return an array of one value}
   *
   * @param dtype {@code null} for that of x
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.full_like.html">jnp.full_like</a>
   */
  public static Array fullLike(Array x, double value, @Nullable DType dtype, Shape shape) {
    var aval = dtype == null ? x.aval().withShape(shape) : new ShapedArray(shape, dtype);
    return Lax.full(aval, value);
  }

  /** {@return the sum of all elements, in a dtype} */
  public static Array sum(Array x, DType dtype) {
    return sum(x, dtype, null, false, null);
  }

  /**
   * {@return the sum of the elements where the mask is true, in a dtype}
   *
   * <p>The elements are converted first; halves are summed in f32.
   *
   * @param axes {@code null} for all
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.sum.html">jnp.sum</a>
   */
  public static Array sum(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return to(dtype, ReductionFunctions.sum(in(dtype, x), axes, keepDims, where));
  }

  /** {@return the product of all elements, in a dtype} */
  public static Array prod(Array x, DType dtype) {
    return prod(x, dtype, null, false, null);
  }

  /** {@return the product of the elements where the mask is true, in a dtype, as {@link #sum}} */
  public static Array prod(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return to(dtype, ReductionFunctions.prod(in(dtype, x), axes, keepDims, 1, where));
  }

  /** {@return the mean of all elements, in a dtype} */
  public static Array mean(Array x, DType dtype) {
    return mean(x, dtype, null, false, null);
  }

  /** {@return the mean of the elements where the mask is true, in a dtype, as {@link #sum}} */
  public static Array mean(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return to(dtype, ReductionFunctions.mean(in(dtype, x), axes, keepDims, where));
  }

  /** {@return the variance of all elements, in a dtype} */
  public static Array var(Array x, DType dtype) {
    return var(x, dtype, null, false, 0, null);
  }

  /**
   * {@return the variance of the elements where the mask is true, in a dtype, as {@link #sum}}
   *
   * @param ddof taken from the count of elements that divides
   */
  public static Array var(
      Array x,
      DType dtype,
      @Nullable Axes axes,
      boolean keepDims,
      double ddof,
      @Nullable Array where) {
    return to(dtype, ReductionFunctions.var(in(dtype, x), axes, keepDims, ddof, where));
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
          "std of %s needs a floating dtype, but got %s. Ask for a floating one, and convert the result."
              .formatted(x.aval(), dtype));
    }
    return to(dtype, ReductionFunctions.std(in(dtype, x), axes, keepDims, ddof, where));
  }

  /** {@return running sums of the flattened array, computed in a dtype} */
  public static Array cumsum(Array x, DType dtype) {
    return cumsum(ShapeFunctions.ravel(x), 0, dtype);
  }

  /** {@return running sums along an axis, computed in a dtype} */
  public static Array cumsum(Array x, int axis, DType dtype) {
    return SortFunctions.cumsum(Lax.convertElementType(x, dtype), axis);
  }

  /** {@return running products of the flattened array, computed in a dtype} */
  public static Array cumprod(Array x, DType dtype) {
    return cumprod(ShapeFunctions.ravel(x), 0, dtype);
  }

  /** {@return running products along an axis, computed in a dtype} */
  public static Array cumprod(Array x, int axis, DType dtype) {
    return SortFunctions.cumprod(Lax.convertElementType(x, dtype), axis);
  }

  /** {@return the sum along a diagonal of two axes, in a dtype} */
  public static Array trace(Array x, int offset, int axis1, int axis2, DType dtype) {
    return sum(IndexFunctions.diagonal(x, offset, axis1, axis2), dtype, Axes.of(-1), false, null);
  }

  /**
   * {@return the covariances of variables, computed in a dtype}
   *
   * @param y more variables, or {@code null}
   * @param rowVariables whether a row is a variable, and not a column
   * @param ddof taken off the number of observations before it divides
   * @param frequencies how often each observation counts, integers, or {@code null} for once
   * @param weights how much each observation counts, or {@code null} for 1
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cov.html">jnp.cov</a>
   */
  public static Array cov(
      Array x,
      @Nullable Array y,
      boolean rowVariables,
      double ddof,
      @Nullable Array frequencies,
      @Nullable Array weights,
      DType dtype) {
    var more = y == null ? null : to(dtype, y);
    return SignalFunctions.cov(to(dtype, x), more, rowVariables, ddof, frequencies, weights);
  }

  /** {@return the correlation coefficients of variables, computed in a dtype} */
  public static Array corrcoef(Array x, @Nullable Array y, boolean rowVariables, DType dtype) {
    return SignalFunctions.corrcoef(to(dtype, x), y == null ? null : to(dtype, y), rowVariables);
  }

  /**
   * {@return arrays one after the other along an axis, in a dtype}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.concatenate.html">jnp.concatenate</a>
   */
  public static Array concatenate(List<? extends Array> arrays, int axis, DType dtype) {
    return JoinFunctions.concatenate(converted(arrays, dtype), axis);
  }

  /** {@return arrays of one shape along a new axis, in a dtype} */
  public static Array stack(List<? extends Array> arrays, int axis, DType dtype) {
    return JoinFunctions.stack(converted(arrays, dtype), axis);
  }

  /** {@return arrays one below the other, in a dtype; rows become matrices} */
  public static Array vstack(DType dtype, Array... arrays) {
    return JoinFunctions.vstack(converted(dtype, arrays));
  }

  /** {@return arrays side by side, in a dtype} */
  public static Array hstack(DType dtype, Array... arrays) {
    return JoinFunctions.hstack(converted(dtype, arrays));
  }

  /** {@return arrays behind one another along the third axis, in a dtype} */
  public static Array dstack(DType dtype, Array... arrays) {
    return JoinFunctions.dstack(converted(dtype, arrays));
  }

  private static List<Array> converted(List<? extends Array> arrays, DType dtype) {
    return arrays.stream().map(array -> to(dtype, array)).toList();
  }

  private static Array[] converted(DType dtype, Array... arrays) {
    return converted(List.of(arrays), dtype).toArray(Array[]::new);
  }

  /** {@return x in the dtype that a reduction computes in} */
  private static Array in(DType dtype, Array x) {
    boolean half = dtype.isFloating() && dtype.bytes() == 2;
    return Lax.convertElementType(x, half ? DType.F32 : dtype);
  }

  private static Array to(DType dtype, Array x) {
    return Lax.convertElementType(x, dtype);
  }
}
