package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reductions. Each comes in two forms. With axes as numbers, all without one, it drops them. With
 * {@link Axes}, {@code null} for all, a flag keeps them with size 1. Some take a mask of the
 * elements that take part. Axes may be negative. Results are not weakly typed.
 */
final class ReductionFunctions {

  private ReductionFunctions() {}

  /** {@return the sum; integers below 32 bits and bool are summed in 32 bits} */
  public static Array sum(Array x, int... axes) {
    return sum(x, axesOrAll(x, axes), false);
  }

  /** {@return the sum} */
  public static Array sum(Array x, @Nullable Axes axes, boolean keepDims) {
    return sum(x, axes, keepDims, null);
  }

  /**
   * {@return the sum of the elements where the mask is true; 0 of none}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.sum.html">jnp.sum</a>
   */
  public static Array sum(Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    var wide = Lax.convertElementType(x, Promotion.ofSum(x.dtype()));
    return reduced("sum", Lax::reduceSum, masked("sum", wide, where, 0), axes, keepDims);
  }

  /** {@return a number and the sum of the elements where the mask is true} */
  public static Array sum(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    var sum = sum(x, axes, keepDims, where);
    return Lax.add(Operands.constant(sum, initial), sum);
  }

  /** {@return the product; integers below 32 bits and bool are multiplied in 32 bits} */
  public static Array prod(Array x, int... axes) {
    return prod(x, axesOrAll(x, axes), false);
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
    var product = reduced("prod", Lax::reduceProd, masked("prod", wide, where, 1), axes, keepDims);
    return initial == 1 ? product : Lax.mul(Operands.constant(product, initial), product);
  }

  /** {@return the largest element; NaN if there is one} */
  public static Array max(Array x, int... axes) {
    return max(x, axesOrAll(x, axes), false);
  }

  /**
   * {@return the largest element; NaN if there is one}
   *
   * @throws ShapeException if there are no elements to choose from
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.max.html">jnp.max</a>
   */
  public static Array max(Array x, @Nullable Axes axes, boolean keepDims) {
    requireElements("max", x, axes);
    return extremum("max", Lax::reduceMax, Lax::reduceOr, x, axes, keepDims);
  }

  /** {@return the largest of the elements where the mask is true, and of a number} */
  public static Array max(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    var some = masked("max", x, where, x.dtype().lowest());
    var largest = extremum("max", Lax::reduceMax, Lax::reduceOr, some, axes, keepDims);
    return initial <= x.dtype().lowest()
        ? largest
        : Lax.max(Operands.constant(largest, initial), largest);
  }

  /** {@return the smallest element; NaN if there is one} */
  public static Array min(Array x, int... axes) {
    return min(x, axesOrAll(x, axes), false);
  }

  /**
   * {@return the smallest element; NaN if there is one}
   *
   * @throws ShapeException if there are no elements to choose from
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.min.html">jnp.min</a>
   */
  public static Array min(Array x, @Nullable Axes axes, boolean keepDims) {
    requireElements("min", x, axes);
    return extremum("min", Lax::reduceMin, Lax::reduceAnd, x, axes, keepDims);
  }

  /** {@return the smallest of the elements where the mask is true, and of a number} */
  public static Array min(
      Array x, @Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    var some = masked("min", x, where, x.dtype().highest());
    var smallest = extremum("min", Lax::reduceMin, Lax::reduceAnd, some, axes, keepDims);
    return initial >= x.dtype().highest()
        ? smallest
        : Lax.min(Operands.constant(smallest, initial), smallest);
  }

  private static Array extremum(
      String name,
      BiFunction<Array, Axes, Array> ofNumbers,
      BiFunction<Array, Axes, Array> ofBools,
      Array x,
      @Nullable Axes axes,
      boolean keepDims) {
    return reduced(name, x.dtype() == DType.BOOL ? ofBools : ofNumbers, x, axes, keepDims);
  }

  /** {@return the largest less the smallest along some axes, along all for none} */
  public static Array ptp(Array x, int... axes) {
    return ptp(x, axesOrAll(x, axes), false);
  }

  /** {@return the largest element less the smallest} */
  public static Array ptp(Array x, @Nullable Axes axes, boolean keepDims) {
    requireElements("ptp", x, axes);
    return Lax.sub(max(x, axes, keepDims), min(x, axes, keepDims));
  }

  /** {@return whether all elements are true, that is not 0} */
  public static Array all(Array x, int... axes) {
    return all(x, axesOrAll(x, axes), false);
  }

  /** {@return whether all elements are true, that is not 0; true of none} */
  public static Array all(Array x, @Nullable Axes axes, boolean keepDims) {
    return all(x, axes, keepDims, null);
  }

  /** {@return whether all elements where the mask is true are true, that is not 0} */
  public static Array all(Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return reduced(
        "all", Lax::reduceAnd, masked("all", WhereFunctions.toBool(x), where, 1), axes, keepDims);
  }

  /** {@return whether any element is true, that is not 0} */
  public static Array any(Array x, int... axes) {
    return any(x, axesOrAll(x, axes), false);
  }

  /** {@return whether any element is true, that is not 0; false of none} */
  public static Array any(Array x, @Nullable Axes axes, boolean keepDims) {
    return any(x, axes, keepDims, null);
  }

  /** {@return whether any elements where the mask is true are true, that is not 0} */
  public static Array any(Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return reduced(
        "any", Lax::reduceOr, masked("any", WhereFunctions.toBool(x), where, 0), axes, keepDims);
  }

  /** {@return how many elements are not 0} */
  public static Array countNonzero(Array x, int... axes) {
    return countNonzero(x, axesOrAll(x, axes), false);
  }

  /** {@return how many elements are not 0} */
  public static Array countNonzero(Array x, @Nullable Axes axes, boolean keepDims) {
    requireReducible("count_nonzero", x, axes, null);
    return sum(WhereFunctions.toBool(x), axes, keepDims);
  }

  /** {@return the mean, of integers in the default floating dtype; halves are summed in f32} */
  public static Array mean(Array x, int... axes) {
    return mean(x, axesOrAll(x, axes), false);
  }

  /** {@return the mean} */
  public static Array mean(Array x, @Nullable Axes axes, boolean keepDims) {
    return mean(x, axes, keepDims, null);
  }

  /**
   * {@return the mean of the elements where the mask is true; NaN of none}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.mean.html">jnp.mean</a>
   */
  public static Array mean(Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    var result = Promotion.toInexact(x.dtype());
    var wide = Lax.convertElementType(x, upcast(result));
    requireReducible("mean", x, axes, where);
    var mean = Lax.div(sum(wide, axes, keepDims, where), count(wide, axes, keepDims, where));
    return Lax.convertElementType(mean, result);
  }

  /** {@return the number of elements that take part, as a scalar or for each result} */
  private static Array count(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    if (where == null) {
      var reduced = reducedAxes("mean", x, axes);
      return ArithmeticFunctions.strong(x.dtype(), x.shape().select(reduced).size());
    }
    var mask = ShapeFunctions.broadcastTo(WhereFunctions.toBool(where), x.shape());
    return sum(Lax.convertElementType(mask, x.dtype()), axes, keepDims);
  }

  /** {@return the mean of squared deviations from the mean} */
  public static Array var(Array x, int... axes) {
    return var(x, axesOrAll(x, axes), false);
  }

  /** {@return the mean of squared deviations from the mean} */
  public static Array var(Array x, @Nullable Axes axes, boolean keepDims) {
    return var(x, axes, keepDims, 0, null);
  }

  /**
   * {@return the squared deviations from the mean, summed and divided by their number less {@code
   * ddof}; NaN where that is not positive}
   *
   * @param where mask of the elements that take part, or {@code null} for all
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.var.html">jnp.var</a>
   */
  public static Array var(
      Array x, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    var result = Promotion.toInexact(x.dtype());
    var wide = Lax.convertElementType(x, upcast(result));
    requireReducible("var", x, axes, where);
    var mean = mean(wide, axes, true, where);
    var centred = Operands.binary("var", Lax::sub, wide, mean);
    var squares = sum(Lax.square(centred), axes, keepDims, where);
    var number = count(wide, axes, keepDims, where);
    var divisor = ddof == 0 ? number : Lax.sub(number, Operands.constant(number, ddof));
    var variance = Lax.convertElementType(Lax.div(squares, divisor), result);
    var nan = Operands.constant(variance, Double.NaN);
    return Lax.select(Lax.gt(divisor, Operands.constant(divisor, 0)), variance, nan);
  }

  /** {@return the square root of the variance} */
  public static Array std(Array x, int... axes) {
    return std(x, axesOrAll(x, axes), false);
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
    requireReducible("std", x, axes, where);
    return Lax.sqrt(var(x, axes, keepDims, ddof, where));
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
   * @param weights of the shape of x, or of that of the axes
   */
  public static Array average(Array x, Array weights, @Nullable Axes axes, boolean keepDims) {
    return averageWithSum(x, weights, axes, keepDims).average();
  }

  /**
   * {@return the mean with weights, and the sum of the weights: {@code returned=True} of JAX}
   *
   * @param weights of the shape of x, or of that of the axes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.average.html">jnp.average</a>
   */
  public static AverageResult averageWithSum(
      Array x, Array weights, @Nullable Axes axes, boolean keepDims) {
    var over = reducedAxes("average", x, axes);
    boolean ofAxes = weights.rank() < x.rank() && weights.shape().equals(x.shape().select(over));
    var spread =
        ofAxes
            ? Lax.broadcastInDim(weights, x.shape(), over)
            : ShapeFunctions.broadcastTo(weights, x.shape());
    var operands = Operands.inexact(x, spread);
    var total = sum(operands.get(1), axes, keepDims);
    var products = sum(Lax.mul(operands.get(0), operands.get(1)), axes, keepDims);
    return new AverageResult(Lax.div(products, total), total);
  }

  /** {@return the dtype that sums and means of this one are computed in: f32 for halves} */
  static DType upcast(DType dtype) {
    return dtype.isFloating() && dtype.bytes() == 2 ? DType.F32 : dtype;
  }

  private static Array masked(String name, Array x, @Nullable Array where, double identity) {
    if (where == null) {
      return x;
    }
    Operands.requireMask(name, x, where);
    return ShapeFunctions.broadcastTo(
        WhereFunctions.where(where, x, Operands.constant(x, identity)), x.shape());
  }

  private static Array reduced(
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

  /** {@return the shape with size 1 along the axes} */
  static Shape keptShape(Shape shape, Axes axes) {
    var kept = shape;
    for (int i = 0; i < axes.size(); i++) {
      kept = kept.with(axes.get(i), 1);
    }
    return kept;
  }

  /**
   * Checks axes and mask of a function that is built from sums and extremes, in its name.
   *
   * @throws ShapeException if an axis is out of range or there twice, or the mask does not
   *     broadcast
   */
  static void requireReducible(String name, Array x, @Nullable Axes axes, @Nullable Array where) {
    reducedAxes(name, x, axes);
    Operands.requireMask(name, x, where);
  }

  private static void requireElements(String name, Array x, @Nullable Axes axes) {
    var ascending = reducedAxes(name, x, axes);
    if (x.shape().select(ascending).size() == 0) {
      throw new ShapeException(
          "%s over axes %s of %s needs one element at least, as it has no identity. Give it an initial value."
              .formatted(name, ascending, x.aval()));
    }
  }

  /** {@return the axes counted from the first, ascending; all for {@code null}} */
  static Axes reducedAxes(String name, Array x, @Nullable Axes axes) {
    return axes == null ? Axes.range(0, x.rank()) : axes.normalized(x.rank(), name);
  }

  /** {@return the given axes, or all where none is} */
  static Axes axesOrAll(Array x, int... axes) {
    return axes.length == 0 ? Axes.range(0, x.rank()) : Axes.of(axes);
  }
}
