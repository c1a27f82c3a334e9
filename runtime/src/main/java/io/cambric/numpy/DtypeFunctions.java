package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import org.jspecify.annotations.Nullable;

/**
 * Functions that make arrays like others, reductions and contractions, with the dtype asked for.
 */
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

  /** {@return the standard deviation, in a dtype, as {@link #var}} */
  public static Array std(
      Array x,
      DType dtype,
      @Nullable Axes axes,
      boolean keepDims,
      double ddof,
      @Nullable Array where) {
    return to(dtype, ReductionFunctions.std(in(dtype, x), axes, keepDims, ddof, where));
  }

  /** {@return running sums along an axis, computed in a dtype} */
  public static Array cumsum(Array x, int axis, DType dtype) {
    return SortFunctions.cumsum(Lax.convertElementType(x, dtype), axis);
  }

  /** {@return running products along an axis, computed in a dtype} */
  public static Array cumprod(Array x, int axis, DType dtype) {
    return SortFunctions.cumprod(Lax.convertElementType(x, dtype), axis);
  }

  /**
   * {@return the contraction that a formula describes, in a dtype}
   *
   * @param preferredElementType that products are summed in, and of the result
   * @throws io.cambric.errors.ShapeException if the formula cannot be read or does not fit the
   *     operands
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.einsum.html">jnp.einsum</a>
   */
  public static Array einsum(String formula, DType preferredElementType, Array... operands) {
    var wide = new Array[operands.length];
    for (int i = 0; i < operands.length; i++) {
      var dtype = Promotion.promoteTypes(operands[i].dtype(), preferredElementType);
      wide[i] = Lax.convertElementType(operands[i], dtype);
    }
    return to(preferredElementType, ProductFunctions.einsum(formula, wide));
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
