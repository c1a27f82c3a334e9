package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.lax.Lax;
import io.cambric.numpy.result.Intersect1dResult;
import io.cambric.numpy.result.UniqueAll;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Sets of the elements of arrays. The size of a result depends on the values, so a function needs
 * known values or a given size. Under {@code jit} a size is always needed.
 */
public final class Sets {

  private Sets() {}

  /**
   * {@return the distinct elements, ascending; NaN once}
   *
   * @throws io.cambric.errors.ConcretizationException if the values are not known
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.unique.html">jnp.unique</a>
   */
  public static Array unique(Array x) {
    return uniqueAll(x, null, null, null).values();
  }

  /**
   * {@return the first distinct elements, ascending}
   *
   * @param size number of elements
   * @param fillValue the element that pads the result if there are fewer; {@code null} for the
   *     smallest
   */
  public static Array unique(Array x, int size, @Nullable Double fillValue) {
    return uniqueAll(x, null, size, fillValue).values();
  }

  /** {@return the distinct elements, ascending, and their indices} */
  public static UniqueAll uniqueAll(Array x) {
    return uniqueAll(x, null, null, null);
  }

  /**
   * {@return the distinct elements, or slices along an axis, ascending, and their indices}
   *
   * @param axis {@code null} for the elements of the flattened array
   * @param size number of elements; {@code null} for all, which needs known values
   * @param fillValue the element that pads the result if there are fewer; {@code null} for the
   *     smallest
   */
  public static UniqueAll uniqueAll(
      Array x, @Nullable Integer axis, @Nullable Integer size, @Nullable Double fillValue) {
    return uniqueAll(x, axis, size, fillValue, true);
  }

  /**
   * {@return the distinct elements, or slices along an axis, ascending, and their indices}
   *
   * @param axis {@code null} for the elements of the flattened array
   * @param size number of elements; {@code null} for all, which needs known values
   * @param fillValue the element that pads the result if there are fewer; {@code null} for the
   *     smallest
   * @param equalNan whether NaN equals NaN
   */
  public static UniqueAll uniqueAll(
      Array x,
      @Nullable Integer axis,
      @Nullable Integer size,
      @Nullable Double fillValue,
      boolean equalNan) {
    int along = axis == null ? 0 : Axes.normalize(axis, x.rank(), "unique");
    var rows = axis == null ? Shapes.ravel(x) : Shapes.moveaxis(x, along, 0);
    var order = rowOrder(rows);
    var sorted = ElementSelection.get(rows, order);
    var first = firstOfEquals(sorted, equalNan);
    var places =
        size == null ? Searching.flatnonzero(first) : Searching.flatnonzero(first, size, null);
    var values = ElementSelection.get(sorted, places);
    if (size != null && fillValue != null) {
      var known = Comparisons.less(Ranges.arange(size), Sums.sum(first));
      var column = Lax.broadcastInDim(known, values.shape(), Axes.of(0));
      values = ElementSelection.where(column, values, Operands.constant(values, fillValue));
    }
    var rank = Arithmetic.subtract(Sums.cumsum(first, 0), Creation.scalar(1));
    var inverse = ElementSelection.at(Creation.zerosLike(rank), Index.of(order)).set(rank);
    return new UniqueAll(
        Shapes.moveaxis(values, 0, along),
        ElementSelection.get(order, places),
        axis == null ? inverse.reshape(x.shape()) : inverse,
        Histograms.bincount(rank, null, places.size()));
  }

  /**
   * {@return whether each element of x is in y}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.isin.html">jnp.isin</a>
   */
  public static Array isin(Array x, Array y) {
    if (x.size() == 0 || y.size() == 0) {
      return Creation.zeros(x.shape(), DType.BOOL);
    }
    var operands = Operands.promoted(x, Shapes.ravel(y));
    var table = Sorting.sort(operands.get(1));
    var place =
        Extrema.minimum(Searching.searchsorted(table, operands.get(0), false), table.size() - 1);
    return Lax.eq(ElementSelection.get(table, place), operands.get(0));
  }

  /** {@return whether each element of x is in y, or with {@code invert} whether it is not} */
  public static Array isin(Array x, Array y, boolean invert) {
    var inside = isin(x, y);
    return invert ? Logic.logicalNot(inside) : inside;
  }

  /** {@return the distinct elements of two arrays, ascending; their values must be known} */
  public static Array union1d(Array x, Array y) {
    return unique(Joining.concatenate(Shapes.ravel(x), Shapes.ravel(y)));
  }

  /**
   * {@return the first distinct elements of two arrays, ascending}
   *
   * @param size number of elements
   * @param fillValue the element that pads the result if there are fewer; {@code null} for the
   *     smallest
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.union1d.html">jnp.union1d</a>
   */
  public static Array union1d(Array x, Array y, int size, @Nullable Double fillValue) {
    Sizes.notNegative("union1d", "size", size);
    return unique(Joining.concatenate(Shapes.ravel(x), Shapes.ravel(y)), size, fillValue);
  }

  /** {@return the distinct elements that two arrays share, ascending; values must be known} */
  public static Array intersect1d(Array x, Array y) {
    var operands = Operands.promoted(x, y);
    var mine = unique(operands.get(0));
    return ElementSelection.get(mine, Index.of(isin(mine, operands.get(1))));
  }

  /**
   * {@return the first distinct elements that two arrays share, ascending}
   *
   * @param size number of elements
   * @param fillValue the element that pads the result if there are fewer; {@code null} for the
   *     smallest
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.intersect1d.html">jnp.intersect1d</a>
   */
  public static Array intersect1d(Array x, Array y, int size, @Nullable Double fillValue) {
    var operands = Operands.promoted(Shapes.ravel(x), Shapes.ravel(y));
    var mine = Sorting.sort(operands.get(0));
    return chosen("intersect1d", mine, isin(mine, operands.get(1)), size, fillValue);
  }

  /** {@return the distinct elements of x that are not in y, ascending; values must be known} */
  public static Array setdiff1d(Array x, Array y) {
    var mine = unique(x);
    return ElementSelection.get(mine, Index.of(Logic.logicalNot(isin(mine, y))));
  }

  /**
   * {@return the first distinct elements of x that are not in y, ascending}
   *
   * @param size number of elements
   * @param fillValue the element that pads the result if there are fewer; {@code null} for 0
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.setdiff1d.html">jnp.setdiff1d</a>
   */
  public static Array setdiff1d(Array x, Array y, int size, @Nullable Double fillValue) {
    var mine = Sorting.sort(Shapes.ravel(x));
    var others = Logic.logicalNot(isin(mine, y));
    return chosen("setdiff1d", mine, others, size, fillValue == null ? 0.0 : fillValue);
  }

  /** {@return the distinct elements that only one of two arrays has, ascending} */
  public static Array setxor1d(Array x, Array y) {
    return union1d(setdiff1d(x, y), setdiff1d(y, x));
  }

  /**
   * {@return the first distinct elements that only one of two arrays has, ascending}
   *
   * @param size number of elements
   * @param fillValue the element that pads the result if there are fewer; {@code null} for the
   *     smallest
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.setxor1d.html">jnp.setxor1d</a>
   */
  public static Array setxor1d(Array x, Array y, int size, @Nullable Double fillValue) {
    var operands = Operands.promoted(Shapes.ravel(x), Shapes.ravel(y));
    var both = Sorting.sort(Joining.concatenate(operands.get(0), operands.get(1)));
    var shared = Logic.logicalAnd(isin(both, operands.get(0)), isin(both, operands.get(1)));
    return chosen("setxor1d", both, Logic.logicalNot(shared), size, fillValue);
  }

  /**
   * {@return the distinct elements that two arrays share, ascending, and their indices: {@code
   * return_indices=True} of JAX; values must be known}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.intersect1d.html">jnp.intersect1d</a>
   */
  public static Intersect1dResult intersect1dWithIndices(Array x, Array y) {
    var operands = Operands.promoted(x, y);
    var mine = uniqueAll(operands.get(0));
    var others = uniqueAll(operands.get(1));
    var inMine = Index.of(isin(mine.values(), others.values()));
    var inOthers = Index.of(isin(others.values(), mine.values()));
    return new Intersect1dResult(
        ElementSelection.get(mine.values(), inMine),
        ElementSelection.get(mine.indices(), inMine),
        ElementSelection.get(others.indices(), inOthers));
  }

  private static Array rowOrder(Array rows) {
    int size = rows.dim(0);
    var operands = new ArrayList<Array>();
    if (size > 0) {
      operands.addAll(Joining.unstack(rows.reshape(size, rows.size() / size), 1));
    }
    operands.add(Ranges.arange(size));
    return Lax.sort(operands, 0, operands.size()).getLast();
  }

  private static Array firstOfEquals(Array sorted, boolean equalNan) {
    int size = sorted.dim(0);
    if (size == 0) {
      return Creation.zeros(Shape.of(0), DType.BOOL);
    }
    var later = Operands.sliced(sorted, 0, 1, size);
    var earlier = Operands.sliced(sorted, 0, 0, size - 1);
    var differs = Lax.ne(later, earlier);
    if (equalNan && sorted.dtype().isFloating()) {
      differs =
          Logic.logicalAnd(
              differs,
              Logic.logicalNot(
                  Logic.logicalAnd(FloatParts.isnan(later), FloatParts.isnan(earlier))));
    }
    var others = Logic.any(differs, Axes.range(1, sorted.rank()), false);
    return Joining.concatenate(Creation.full(Shape.of(1), 1, DType.BOOL), others);
  }

  /** {@return the first distinct elements of a sorted array where a mask is true} */
  private static Array chosen(
      String name, Array sorted, Array mask, int size, @Nullable Double fillValue) {
    Sizes.notNegative(name, "size", size);
    if (sorted.size() == 0) {
      return Creation.fullLike(sorted, fillValue == null ? 0 : fillValue, null, Shape.of(size));
    }
    var first =
        Joining.concatenate(
            Creation.ones(Shape.of(1), DType.BOOL),
            Comparisons.notEqual(
                ElementSelection.slice(sorted, 0, 1, sorted.size()),
                ElementSelection.slice(sorted, 0, 0, sorted.size() - 1)));
    var kept = Logic.logicalAnd(mask, first);
    var values = ElementSelection.get(sorted, Searching.flatnonzero(kept, size, null));
    var fill =
        fillValue == null
            ? ElementSelection.get(sorted, Searching.argmax(kept))
            : Operands.constant(values, fillValue);
    var known = Comparisons.less(Ranges.arange(size), Sums.sum(kept));
    return Lax.select(known, values, Operands.broadcastTo(fill, values.shape()));
  }
}
