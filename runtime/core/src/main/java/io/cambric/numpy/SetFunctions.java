package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions whose results have as many elements as the values say. They need known values, or a
 * size that is given: inside {@code jit} that is the only way.
 */
final class SetFunctions {

  private SetFunctions() {}

  /**
   * {@return for each axis the places of the elements that are not 0}
   *
   * @throws io.cambric.errors.ConcretizationException if the values are not known
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.nonzero.html">jnp.nonzero</a>
   */
  public static List<Array> nonzero(Array x) {
    requireAxes("nonzero", x);
    return NonzeroIndices.of(x.concrete("nonzero without a size"));
  }

  /**
   * {@return for each axis the places of the first elements that are not 0}
   *
   * @param size how many places
   * @param fillValue stands for places if there are fewer; {@code null} for 0
   */
  public static List<Array> nonzero(Array x, int size, @Nullable Integer fillValue) {
    requireAxes("nonzero", x);
    var mask = ShapeFunctions.ravel(WhereFunctions.toBool(x));
    var counted = SearchFunctions.bincount(SortFunctions.cumsum(mask, 0), null, size);
    var flat =
        size == 0 || x.size() == 0
            ? ArrayCreation.zeros(Shape.of(size), counted.dtype())
            : SortFunctions.cumsum(counted, 0);
    int[] strides = x.shape().strides();
    var beyond =
        WhereFunctions.greaterEqual(ArrayCreation.arange(size), ReductionFunctions.sum(mask));
    var places = new ArrayList<Array>();
    for (int axis = 0; axis < strides.length; axis++) {
      int along = Math.max(1, x.dim(axis));
      var place =
          ArithmeticFunctions.mod(
              ArithmeticFunctions.floorDivide(flat, Operands.constant(flat, strides[axis])),
              Operands.constant(flat, along));
      places.add(fillValue == null ? place : WhereFunctions.where(beyond, fillValue, place));
    }
    return places;
  }

  private static void requireAxes(String name, Array x) {
    if (x.rank() == 0) {
      throw new ShapeException(
          "%s needs an array with axes, but got %s. Make one with atleast1d."
              .formatted(name, x.aval()));
    }
  }

  /** {@return the places in the flattened array of the elements that are not 0} */
  public static Array flatnonzero(Array x) {
    return nonzero(ShapeFunctions.ravel(x)).getFirst();
  }

  /** {@return the places in the flattened array of the first elements that are not 0} */
  public static Array flatnonzero(Array x, int size, @Nullable Integer fillValue) {
    return nonzero(ShapeFunctions.ravel(x), size, fillValue).getFirst();
  }

  /** {@return the places of the elements that are not 0, one a row} */
  public static Array argwhere(Array x) {
    return JoinFunctions.stack(nonzero(x), 1);
  }

  /** {@return the places of the first elements that are not 0, one a row} */
  public static Array argwhere(Array x, int size, @Nullable Integer fillValue) {
    return JoinFunctions.stack(nonzero(x, size, fillValue), 1);
  }

  /**
   * {@return the different elements, ascending; NaN once}
   *
   * @throws io.cambric.errors.ConcretizationException if the values are not known
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.unique.html">jnp.unique</a>
   */
  public static Array unique(Array x) {
    return uniqueAll(x, null, null, null).values();
  }

  /**
   * {@return the first different elements, ascending}
   *
   * @param size how many
   * @param fillValue stands for elements if there are fewer; {@code null} for the smallest
   */
  public static Array unique(Array x, int size, @Nullable Double fillValue) {
    return uniqueAll(x, null, size, fillValue).values();
  }

  /** {@return the different elements, ascending, and where they are} */
  public static UniqueAll uniqueAll(Array x) {
    return uniqueAll(x, null, null, null);
  }

  /**
   * {@return the different elements, or slices along an axis, ascending, and where they are}
   *
   * @param axis {@code null} for the elements of the flattened array
   * @param size how many; {@code null} for all, which needs known values
   * @param fillValue stands for elements if there are fewer; {@code null} for the smallest
   */
  public static UniqueAll uniqueAll(
      Array x, @Nullable Integer axis, @Nullable Integer size, @Nullable Double fillValue) {
    return uniqueAll(x, axis, size, fillValue, true);
  }

  /**
   * {@return the different elements, or slices along an axis, ascending, and where they are}
   *
   * @param axis {@code null} for the elements of the flattened array
   * @param size how many; {@code null} for all, which needs known values
   * @param fillValue stands for elements if there are fewer; {@code null} for the smallest
   * @param equalNan whether NaN equals NaN
   */
  public static UniqueAll uniqueAll(
      Array x,
      @Nullable Integer axis,
      @Nullable Integer size,
      @Nullable Double fillValue,
      boolean equalNan) {
    int along = axis == null ? 0 : Axes.normalize(axis, x.rank(), "unique");
    var rows = axis == null ? ShapeFunctions.ravel(x) : ShapeFunctions.moveaxis(x, along, 0);
    var order = rowOrder(rows);
    var sorted = IndexFunctions.get(rows, order);
    var first = firstOfEquals(sorted, equalNan);
    var places = size == null ? flatnonzero(first) : flatnonzero(first, size, null);
    var values = IndexFunctions.get(sorted, places);
    if (size != null && fillValue != null) {
      var known = WhereFunctions.less(ArrayCreation.arange(size), ReductionFunctions.sum(first));
      var column = Lax.broadcastInDim(known, values.shape(), Axes.of(0));
      values = WhereFunctions.where(column, values, Operands.constant(values, fillValue));
    }
    var rank =
        ArithmeticFunctions.subtract(SortFunctions.cumsum(first, 0), ArrayCreation.scalar(1));
    var inverse = IndexFunctions.at(ArrayCreation.zerosLike(rank), Index.of(order)).set(rank);
    return new UniqueAll(
        ShapeFunctions.moveaxis(values, 0, along),
        IndexFunctions.get(order, places),
        axis == null ? inverse.reshape(x.shape()) : inverse,
        SearchFunctions.bincount(rank, null, places.size()));
  }

  private static Array rowOrder(Array rows) {
    int size = rows.dim(0);
    var operands = new ArrayList<Array>();
    if (size > 0) {
      operands.addAll(JoinFunctions.unstack(rows.reshape(size, rows.size() / size), 1));
    }
    operands.add(ArrayCreation.arange(size));
    return Lax.sort(operands, 0, operands.size()).getLast();
  }

  private static Array firstOfEquals(Array sorted, boolean equalNan) {
    int size = sorted.dim(0);
    if (size == 0) {
      return ArrayCreation.zeros(Shape.of(0), DType.BOOL);
    }
    var later = JoinFunctions.sliced(sorted, 0, 1, size);
    var earlier = JoinFunctions.sliced(sorted, 0, 0, size - 1);
    var differs = Lax.ne(later, earlier);
    if (equalNan && sorted.dtype().isFloating()) {
      differs =
          WhereFunctions.logicalAnd(
              differs,
              WhereFunctions.logicalNot(
                  WhereFunctions.logicalAnd(
                      WhereFunctions.isnan(later), WhereFunctions.isnan(earlier))));
    }
    var others = ReductionFunctions.any(differs, Axes.range(1, sorted.rank()), false);
    return JoinFunctions.concatenate(ArrayCreation.full(Shape.of(1), 1, DType.BOOL), others);
  }

  /**
   * {@return for each element of x whether it is among those of y}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.isin.html">jnp.isin</a>
   */
  public static Array isin(Array x, Array y) {
    if (x.size() == 0 || y.size() == 0) {
      return ArrayCreation.zeros(x.shape(), DType.BOOL);
    }
    var operands = Operands.promoted(x, ShapeFunctions.ravel(y));
    var table = SortFunctions.sort(operands.get(1));
    var place =
        ArithmeticFunctions.minimum(
            SearchFunctions.searchsorted(table, operands.get(0), false), table.size() - 1);
    return Lax.eq(IndexFunctions.get(table, place), operands.get(0));
  }

  /** {@return the different elements of two arrays, ascending; their values must be known} */
  public static Array union1d(Array x, Array y) {
    return unique(JoinFunctions.concatenate(ShapeFunctions.ravel(x), ShapeFunctions.ravel(y)));
  }

  /** {@return the different elements that two arrays share, ascending; values must be known} */
  public static Array intersect1d(Array x, Array y) {
    var operands = Operands.promoted(x, y);
    var mine = unique(operands.get(0));
    return IndexFunctions.get(mine, Index.of(isin(mine, operands.get(1))));
  }

  /** {@return the different elements of x that y has not, ascending; values must be known} */
  public static Array setdiff1d(Array x, Array y) {
    var mine = unique(x);
    return IndexFunctions.get(mine, Index.of(WhereFunctions.logicalNot(isin(mine, y))));
  }

  /** {@return the different elements that only one of two arrays has, ascending} */
  public static Array setxor1d(Array x, Array y) {
    return union1d(setdiff1d(x, y), setdiff1d(y, x));
  }

  /**
   * {@return for each element of x whether it is in y, or with {@code invert} whether it is not}
   */
  public static Array isin(Array x, Array y, boolean invert) {
    var inside = isin(x, y);
    return invert ? WhereFunctions.logicalNot(inside) : inside;
  }

  /**
   * {@return the different elements that two arrays share, ascending, and where they are: {@code
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
        IndexFunctions.get(mine.values(), inMine),
        IndexFunctions.get(mine.indices(), inMine),
        IndexFunctions.get(others.indices(), inOthers));
  }
}
