package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Running sums, order and the places of extremes. */
abstract class SortFunctions extends ReductionFunctions {

  SortFunctions() {}

  /**
   * {@return running sums along an axis; bool is summed as integers}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cumsum.html">jnp.cumsum</a>
   */
  public static Array cumsum(Array x, int axis) {
    var number = Operands.numeric(x);
    return strongly(Lax.cumsum(number, Axes.normalize(axis, x.rank(), "cumsum"), false));
  }

  /**
   * {@return running products along an axis; bool is multiplied as integers}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cumprod.html">jnp.cumprod</a>
   */
  public static Array cumprod(Array x, int axis) {
    var number = Operands.numeric(x);
    return strongly(Lax.cumprod(number, Axes.normalize(axis, x.rank(), "cumprod"), false));
  }

  private static Array strongly(Array x) {
    return Lax.convertElementType(x, x.dtype());
  }

  /**
   * {@return the elements along an axis in ascending order: -inf, numbers, -0, 0, inf, NaN; stable}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.sort.html">jnp.sort</a>
   */
  public static Array sort(Array x, int axis) {
    return Lax.sort(x, Axes.normalize(axis, x.rank(), "sort"));
  }

  /** {@return the elements along the last axis in ascending order} */
  public static Array sort(Array x) {
    return sort(x, -1);
  }

  /**
   * {@return the positions that put the elements along an axis in ascending order, equal ones as
   * they come}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.argsort.html">jnp.argsort</a>
   */
  public static Array argsort(Array x, int axis) {
    return argsort(x, axis, false);
  }

  /** {@return the positions that put the elements along the last axis in ascending order} */
  public static Array argsort(Array x) {
    return argsort(x, -1);
  }

  /**
   * {@return the positions that put the elements in ascending or descending order, stable in both}
   */
  public static Array argsort(Array x, int axis, boolean descending) {
    int dimension = Axes.normalize(axis, x.rank(), "argsort");
    var iota = Lax.broadcastedIota(DType.defaultInt(), x.shape(), dimension);
    if (!descending) {
      return Lax.sort(List.of(x, iota), dimension, 1).get(1);
    }
    // Reversed before and after, equal elements keep their order.
    var turned = Axes.of(dimension);
    var sorted = Lax.sort(List.of(Lax.rev(x, turned), Lax.rev(iota, turned)), dimension, 1);
    return Lax.rev(sorted.get(1), turned);
  }

  /** {@return the place of the largest element of the flattened array, the first of equals} */
  public static Array argmax(Array x) {
    return argmax(ravel(x), 0);
  }

  /**
   * {@return the place of the largest element along an axis, the first of equals or the first NaN}
   *
   * @throws ShapeException if the axis is empty
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.argmax.html">jnp.argmax</a>
   */
  public static Array argmax(Array x, int axis) {
    return Lax.argmax(x, searchable("argmax", x, axis), DType.defaultInt());
  }

  /** {@return the place of the smallest element of the flattened array, the first of equals} */
  public static Array argmin(Array x) {
    return argmin(ravel(x), 0);
  }

  /**
   * {@return the place of the smallest element along an axis, the first of equals or the first NaN}
   */
  public static Array argmin(Array x, int axis) {
    return Lax.argmin(x, searchable("argmin", x, axis), DType.defaultInt());
  }

  private static int searchable(String name, Array x, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), name);
    if (x.dim(dimension) == 0) {
      throw new ShapeException(
          "%s along axis %d of %s needs one element at least, but there is none."
              .formatted(name, axis, x.aval()));
    }
    return dimension;
  }

  /**
   * {@return the middle one of the sorted elements, or the mean of the middle two; NaN if one is}
   */
  public static Array median(Array x, int... axes) {
    return median(x, axesOrAll(x, axes), false);
  }

  /**
   * {@return the middle one of the sorted elements, or the mean of the middle two; NaN if one is}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.median.html">jnp.median</a>
   */
  public static Array median(Array x, @Nullable Axes axes, boolean keepDims) {
    var sorted = sortedLast(x, axes, "median");
    int last = sorted.dim(-1) - 1;
    var low = element(sorted, last / 2);
    var high = element(sorted, (last + 1) / 2);
    var middle = Lax.mul(Lax.add(low, high), Operands.constant(low, 0.5));
    return restored(middle, x, axes, keepDims);
  }

  /**
   * {@return the value below which a share of the elements lies, linear between two of them}
   *
   * @param q the share, in {@code [0, 1]}
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.quantile.html">jnp.quantile</a>
   */
  public static Array quantile(Array x, double q, @Nullable Axes axes, boolean keepDims) {
    var sorted = sortedLast(x, axes, "quantile");
    // In the precision of the elements, as JAX computes the place.
    double place =
        sorted.dtype() == DType.F64
            ? q * (sorted.dim(-1) - 1)
            : (float) q * (float) (sorted.dim(-1) - 1);
    int low = Math.clamp((long) Math.floor(place), 0, sorted.dim(-1) - 1);
    int high = Math.clamp((long) Math.ceil(place), 0, sorted.dim(-1) - 1);
    var highWeight = Operands.constant(sorted, place - Math.floor(place));
    var lowWeight = Lax.sub(Operands.constant(sorted, 1), highWeight);
    var value =
        Lax.add(
            Lax.mul(element(sorted, low), lowWeight), Lax.mul(element(sorted, high), highWeight));
    return restored(value, x, axes, keepDims);
  }

  /** The reduced axes flattened into the last one and sorted; NaN throughout where one is. */
  private static Array sortedLast(Array x, @Nullable Axes axes, String name) {
    var real = Operands.inexact(x);
    var reduced = reducedAxes(name, x, axes);
    var kept = reduced.complement(x.rank());
    var flat =
        Lax.reshape(
            Lax.transpose(real, kept.concat(reduced)),
            x.shape().select(kept).insert(kept.size(), x.shape().select(reduced).size()));
    if (flat.dim(-1) == 0) {
      throw new ShapeException(
          "%s over axes %s of %s needs one element at least, but there is none."
              .formatted(name, reduced, x.aval()));
    }
    var spoiled = any(isnan(flat), Axes.of(-1), true);
    return Lax.sort(where(spoiled, Operands.constant(flat, Double.NaN), flat), flat.rank() - 1);
  }

  private static Array element(Array x, int index) {
    return squeeze(sliced(x, x.rank() - 1, index, index + 1), -1);
  }

  private static Array restored(Array value, Array x, @Nullable Axes axes, boolean keepDims) {
    var strong = strongly(value);
    return keepDims
        ? Lax.reshape(strong, keptShape(x.shape(), reducedAxes("quantile", x, axes)))
        : strong;
  }

  /** {@return differences of neighbours along an axis, taken a number of times} */
  public static Array diff(Array x, int times, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "diff");
    var differences = x;
    for (int i = 0; i < times; i++) {
      int size = differences.dim(dimension);
      var later = sliced(differences, dimension, Math.min(1, size), size);
      var earlier = sliced(differences, dimension, 0, Math.max(0, size - 1));
      differences = x.dtype() == DType.BOOL ? Lax.ne(later, earlier) : Lax.sub(later, earlier);
    }
    return differences;
  }
}
