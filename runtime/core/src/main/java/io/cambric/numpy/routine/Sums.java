package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;
import org.jspecify.annotations.Nullable;

/** Sums and products, running ones, and variants that ignore NaN. */
public final class Sums {

  private Sums() {}

  /** {@return the sum; integers below 32 bits and bool are summed in 32 bits} */
  public static Array sum(Array x, int... axes) {
    return sum(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the sum} */
  public static Array sum(Array x, @Nullable Axes axes, boolean keepDims) {
    return sum(x, axes, keepDims, null);
  }

  /**
   * {@return the sum of the elements where the mask is true; 0 without such elements}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.sum.html">jnp.sum</a>
   */
  public static Array sum(Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    var wide = Lax.convertElementType(x, Promotion.ofSum(x.dtype()));
    return ReductionOperands.reduced(
        "sum", Lax::reduceSum, ReductionOperands.masked("sum", wide, where, 0), axes, keepDims);
  }

  /** {@return a number and the sum of the elements where the mask is true} */
  public static Array sum(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    var sum = sum(x, axes, keepDims, where);
    return Lax.add(Operands.constant(sum, initial), sum);
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
    return Lax.convertElementType(
        sum(ReductionOperands.widened(x, dtype), axes, keepDims, where), dtype);
  }

  /** {@return the product; integers below 32 bits and bool are multiplied in 32 bits} */
  public static Array prod(Array x, int... axes) {
    return prod(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /**
   * {@return the product}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.prod.html">jnp.prod</a>
   */
  public static Array prod(Array x, @Nullable Axes axes, boolean keepDims) {
    return prod(x, axes, keepDims, 1, null);
  }

  /** {@return a number times the product of the elements where the mask is true} */
  public static Array prod(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    var wide = Lax.convertElementType(x, Promotion.ofSum(x.dtype()));
    var product =
        ReductionOperands.reduced(
            "prod",
            Lax::reduceProd,
            ReductionOperands.masked("prod", wide, where, 1),
            axes,
            keepDims);
    return initial == 1 ? product : Lax.mul(Operands.constant(product, initial), product);
  }

  /** {@return the product of all elements, in a dtype} */
  public static Array prod(Array x, DType dtype) {
    return prod(x, dtype, null, false, null);
  }

  /** {@return the product of the elements where the mask is true, in a dtype, as {@link #sum}} */
  public static Array prod(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return Lax.convertElementType(
        prod(ReductionOperands.widened(x, dtype), axes, keepDims, 1, where), dtype);
  }

  /** {@return running sums of the flattened array, computed in a dtype} */
  public static Array cumsum(Array x, DType dtype) {
    return cumsum(Shapes.ravel(x), 0, dtype);
  }

  /** {@return running sums along an axis, computed in a dtype} */
  public static Array cumsum(Array x, int axis, DType dtype) {
    return cumsum(Lax.convertElementType(x, dtype), axis);
  }

  /** {@return running sums of the flattened array} */
  public static Array cumsum(Array x) {
    return cumsum(Shapes.ravel(x), 0);
  }

  /**
   * {@return running sums along an axis; bool is summed as integers}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cumsum.html">jnp.cumsum</a>
   */
  public static Array cumsum(Array x, int axis) {
    var number = numbers(x);
    return strongly(Lax.cumsum(number, Axes.normalize(axis, x.rank(), "cumsum"), false));
  }

  /** {@return running products of the flattened array, computed in a dtype} */
  public static Array cumprod(Array x, DType dtype) {
    return cumprod(Shapes.ravel(x), 0, dtype);
  }

  /** {@return running products along an axis, computed in a dtype} */
  public static Array cumprod(Array x, int axis, DType dtype) {
    return cumprod(Lax.convertElementType(x, dtype), axis);
  }

  /** {@return running products of the flattened array} */
  public static Array cumprod(Array x) {
    return cumprod(Shapes.ravel(x), 0);
  }

  /**
   * {@return running products along an axis; bool is multiplied as integers}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cumprod.html">jnp.cumprod</a>
   */
  public static Array cumprod(Array x, int axis) {
    var number = numbers(x);
    return strongly(Lax.cumprod(number, Axes.normalize(axis, x.rank(), "cumprod"), false));
  }

  /** {@return the sum of the elements that are not NaN} */
  public static Array nansum(Array x, int... axes) {
    return nansum(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the sum of the elements that are not NaN} */
  public static Array nansum(Array x, @Nullable Axes axes, boolean keepDims) {
    return nansum(x, axes, keepDims, null);
  }

  /** {@return the sum of the elements that are not NaN where the mask is true} */
  public static Array nansum(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return sum(x, axes, keepDims, ReductionOperands.notNan(x, where));
  }

  /** {@return a number and the sum of the elements that are not NaN where the mask is true} */
  public static Array nansum(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return sum(x, axes, keepDims, initial, ReductionOperands.notNan(x, where));
  }

  /**
   * {@return the sum of the elements that are not NaN where the mask is true, in a dtype}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.nansum.html">jnp.nansum</a>
   */
  public static Array nansum(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return sum(x, dtype, axes, keepDims, ReductionOperands.notNan(x, where));
  }

  /** {@return the product of the elements that are not NaN} */
  public static Array nanprod(Array x, int... axes) {
    return nanprod(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the product of the elements that are not NaN} */
  public static Array nanprod(Array x, @Nullable Axes axes, boolean keepDims) {
    return nanprod(x, axes, keepDims, null);
  }

  /** {@return the product of the elements that are not NaN where the mask is true} */
  public static Array nanprod(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return prod(x, axes, keepDims, 1, ReductionOperands.notNan(x, where));
  }

  /** {@return a number times the elements that are not NaN where the mask is true} */
  public static Array nanprod(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return prod(x, axes, keepDims, initial, ReductionOperands.notNan(x, where));
  }

  /** {@return the product of the elements that are not NaN where the mask is true, in a dtype} */
  public static Array nanprod(
      Array x, DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return prod(x, dtype, axes, keepDims, ReductionOperands.notNan(x, where));
  }

  /** {@return running sums of all elements in one row, NaN as zero} */
  public static Array nancumsum(Array x) {
    return nancumsum(Shapes.ravel(x), 0);
  }

  /** {@return running sums along an axis, in which NaN counts as 0} */
  public static Array nancumsum(Array x, int axis) {
    return cumsum(ReductionOperands.withoutNan(x, Operands.constant(x, 0)), axis);
  }

  /** {@return running sums along an axis, computed in a dtype; NaN counts as 0} */
  public static Array nancumsum(Array x, int axis, DType dtype) {
    return cumsum(ReductionOperands.withoutNan(x, Operands.constant(x, 0)), axis, dtype);
  }

  /** {@return running products of all elements in one row, NaN as one} */
  public static Array nancumprod(Array x) {
    return nancumprod(Shapes.ravel(x), 0);
  }

  /** {@return running products along an axis, in which NaN counts as 1} */
  public static Array nancumprod(Array x, int axis) {
    return cumprod(ReductionOperands.withoutNan(x, Operands.constant(x, 1)), axis);
  }

  /** {@return running products along an axis, computed in a dtype; NaN counts as 1} */
  public static Array nancumprod(Array x, int axis, DType dtype) {
    return cumprod(ReductionOperands.withoutNan(x, Operands.constant(x, 1)), axis, dtype);
  }

  private static Array numbers(Array x) {
    return x.dtype() == DType.BOOL ? Lax.convertElementType(x, DType.defaultInt()) : x;
  }

  private static Array strongly(Array x) {
    return Lax.convertElementType(x, x.dtype());
  }
}
