package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Sets and choices of elements with a size that is given, so that they work under {@code jit}; and
 * comparisons for which NaN equals NaN.
 */
final class SizedFunctions {

  private SizedFunctions() {}

  /**
   * {@return the first different elements of two arrays, ascending}
   *
   * @param size how many
   * @param fillValue stands for elements if there are fewer; {@code null} for the smallest
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.union1d.html">jnp.union1d</a>
   */
  public static Array union1d(Array x, Array y, int size, @Nullable Double fillValue) {
    Sizes.notNegative("union1d", "size", size);
    return SetFunctions.unique(
        JoinFunctions.concatenate(ShapeFunctions.ravel(x), ShapeFunctions.ravel(y)),
        size,
        fillValue);
  }

  /**
   * {@return the first different elements that two arrays share, ascending}
   *
   * @param size how many
   * @param fillValue stands for elements if there are fewer; {@code null} for the smallest
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.intersect1d.html">jnp.intersect1d</a>
   */
  public static Array intersect1d(Array x, Array y, int size, @Nullable Double fillValue) {
    var operands = Operands.promoted(ShapeFunctions.ravel(x), ShapeFunctions.ravel(y));
    var mine = SortFunctions.sort(operands.get(0));
    return chosen("intersect1d", mine, SetFunctions.isin(mine, operands.get(1)), size, fillValue);
  }

  /**
   * {@return the first different elements of x that y has not, ascending}
   *
   * @param size how many
   * @param fillValue stands for elements if there are fewer; {@code null} for 0
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.setdiff1d.html">jnp.setdiff1d</a>
   */
  public static Array setdiff1d(Array x, Array y, int size, @Nullable Double fillValue) {
    var mine = SortFunctions.sort(ShapeFunctions.ravel(x));
    var others = WhereFunctions.logicalNot(SetFunctions.isin(mine, y));
    return chosen("setdiff1d", mine, others, size, fillValue == null ? 0.0 : fillValue);
  }

  /**
   * {@return the first different elements that only one of two arrays has, ascending}
   *
   * @param size how many
   * @param fillValue stands for elements if there are fewer; {@code null} for the smallest
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.setxor1d.html">jnp.setxor1d</a>
   */
  public static Array setxor1d(Array x, Array y, int size, @Nullable Double fillValue) {
    var operands = Operands.promoted(ShapeFunctions.ravel(x), ShapeFunctions.ravel(y));
    var both = SortFunctions.sort(JoinFunctions.concatenate(operands.get(0), operands.get(1)));
    var shared =
        WhereFunctions.logicalAnd(
            SetFunctions.isin(both, operands.get(0)), SetFunctions.isin(both, operands.get(1)));
    return chosen("setxor1d", both, WhereFunctions.logicalNot(shared), size, fillValue);
  }

  /** {@return the first different ones of sorted elements where a mask is true} */
  private static Array chosen(
      String name, Array sorted, Array mask, int size, @Nullable Double fillValue) {
    Sizes.notNegative(name, "size", size);
    if (sorted.size() == 0) {
      return DtypeFunctions.fullLike(
          sorted, fillValue == null ? 0 : fillValue, null, Shape.of(size));
    }
    var first =
        JoinFunctions.concatenate(
            ArrayCreation.ones(Shape.of(1), DType.BOOL),
            WhereFunctions.notEqual(
                IndexFunctions.slice(sorted, 0, 1, sorted.size()),
                IndexFunctions.slice(sorted, 0, 0, sorted.size() - 1)));
    var kept = WhereFunctions.logicalAnd(mask, first);
    var values = IndexFunctions.get(sorted, SetFunctions.flatnonzero(kept, size, null));
    var fill =
        fillValue == null
            ? IndexFunctions.get(sorted, SortFunctions.argmax(kept))
            : Operands.constant(values, fillValue);
    var known = WhereFunctions.less(ArrayCreation.arange(size), ReductionFunctions.sum(kept));
    return Lax.select(known, values, Operands.broadcastTo(fill, values.shape()));
  }

  /**
   * {@return the first slices of x along an axis where a vector of bools is true}
   *
   * @param size how many
   * @param fillValue stands for elements if there are fewer
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.compress.html">jnp.compress</a>
   */
  public static Array compress(Array condition, Array x, int axis, int size, double fillValue) {
    Sizes.notNegative("compress", "size", size);
    int dimension = Axes.normalize(axis, x.rank(), "compress");
    if (condition.rank() != 1 || condition.size() > x.dim(dimension)) {
      throw new ShapeException(
          "compress of %s along axis %d needs a vector of %d bools at most, but got %s."
              .formatted(x.aval(), axis, x.dim(dimension), condition.aval()));
    }
    var index = new ArrayList<Index>();
    for (int i = 0; i < dimension; i++) {
      index.add(Index.all());
    }
    index.add(Index.of(SetFunctions.flatnonzero(condition, size, null)));
    var values = IndexFunctions.get(x, index.toArray(Index[]::new));
    var count =
        ReductionFunctions.sum(
            WhereFunctions.notEqual(condition, ArrayCreation.zerosLike(condition)));
    var known = WhereFunctions.less(ArrayCreation.arange(size), count);
    var mask = Lax.broadcastInDim(known, values.shape(), Axes.of(dimension));
    return Lax.select(
        mask, values, Operands.broadcastTo(Operands.constant(values, fillValue), values.shape()));
  }

  /** {@return the first elements of x where bools are true, both flattened} */
  public static Array extract(Array condition, Array x, int size, double fillValue) {
    return compress(ShapeFunctions.ravel(condition), ShapeFunctions.ravel(x), 0, size, fillValue);
  }

  /**
   * {@return where |x - y| is at most {@code atol + rtol |y|}}
   *
   * @param equalNan whether NaN is close to NaN
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.isclose.html">jnp.isclose</a>
   */
  public static Array isclose(Array x, Array y, double rtol, double atol, boolean equalNan) {
    var close = WhereFunctions.isclose(x, y, rtol, atol);
    return equalNan ? WhereFunctions.logicalOr(close, bothNan(x, y)) : close;
  }

  /** {@return whether all elements of two arrays are close, NaN to NaN if asked for} */
  public static Array allclose(Array x, Array y, double rtol, double atol, boolean equalNan) {
    return ReductionFunctions.all(isclose(x, y, rtol, atol, equalNan));
  }

  /** {@return whether two arrays have one shape and equal elements, NaN to NaN if asked for} */
  public static Array arrayEqual(Array x, Array y, boolean equalNan) {
    return !equalNan || !x.shape().equals(y.shape())
        ? SearchFunctions.arrayEqual(x, y)
        : ReductionFunctions.all(
            WhereFunctions.logicalOr(WhereFunctions.equal(x, y), bothNan(x, y)));
  }

  private static Array bothNan(Array x, Array y) {
    return WhereFunctions.logicalAnd(
        WhereFunctions.isnan(Operands.inexact(x)), WhereFunctions.isnan(Operands.inexact(y)));
  }
}
