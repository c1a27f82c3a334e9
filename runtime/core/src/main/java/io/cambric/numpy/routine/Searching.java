package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.op.SearchSorted;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Indices of extremes, of values in sorted arrays, and of nonzero elements. */
public final class Searching {

  private Searching() {}

  /** {@return the index of the largest element of the flattened array; the first of equal ones} */
  public static Array argmax(Array x) {
    return argmax(Shapes.ravel(x), 0);
  }

  /**
   * {@return the index of the largest element along an axis; the first of equal ones, or the first
   * NaN}
   *
   * @throws ShapeException if the axis is empty
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.argmax.html">jnp.argmax</a>
   */
  public static Array argmax(Array x, int axis) {
    return Lax.argmax(x, searchable("argmax", x, axis), DType.defaultInt());
  }

  /** {@return the index of the largest element along an axis, which may stay with size 1} */
  public static Array argmax(Array x, int axis, boolean keepDims) {
    var place = argmax(x, axis);
    return keepDims ? Shapes.expandDims(place, Axes.normalize(axis, x.rank(), "argmax")) : place;
  }

  /** {@return the index of the smallest element of the flattened array; the first of equal ones} */
  public static Array argmin(Array x) {
    return argmin(Shapes.ravel(x), 0);
  }

  /**
   * {@return the index of the smallest element along an axis; the first of equal ones, or the first
   * NaN}
   */
  public static Array argmin(Array x, int axis) {
    return Lax.argmin(x, searchable("argmin", x, axis), DType.defaultInt());
  }

  /** {@return the index of the smallest element along an axis, which may stay with size 1} */
  public static Array argmin(Array x, int axis, boolean keepDims) {
    var place = argmin(x, axis);
    return keepDims ? Shapes.expandDims(place, Axes.normalize(axis, x.rank(), "argmin")) : place;
  }

  /** {@return the index of the largest element that is a number, counted through all axes} */
  public static Array nanargmax(Array x) {
    return nanargmax(Shapes.ravel(x), 0);
  }

  /**
   * {@return the index of the largest element along an axis that is not NaN; -1 if there is none}
   */
  public static Array nanargmax(Array x, int axis) {
    var least = Operands.constant(x, Double.NEGATIVE_INFINITY);
    return nanPlace(x, argmax(ReductionOperands.withoutNan(x, least), axis), axis);
  }

  /** {@return the index of the largest element that is not NaN; the axis may stay with size 1} */
  public static Array nanargmax(Array x, int axis, boolean keepDims) {
    var place = nanargmax(x, axis);
    return keepDims ? Shapes.expandDims(place, Axes.normalize(axis, x.rank(), "nanargmax")) : place;
  }

  /** {@return the index of the smallest element that is a number, counted through all axes} */
  public static Array nanargmin(Array x) {
    return nanargmin(Shapes.ravel(x), 0);
  }

  /**
   * {@return the index of the smallest element along an axis that is not NaN; -1 if there is none}
   */
  public static Array nanargmin(Array x, int axis) {
    var largest = Operands.constant(x, Double.POSITIVE_INFINITY);
    return nanPlace(x, argmin(ReductionOperands.withoutNan(x, largest), axis), axis);
  }

  /** {@return the index of the smallest element that is not NaN; the axis may stay with size 1} */
  public static Array nanargmin(Array x, int axis, boolean keepDims) {
    var place = nanargmin(x, axis);
    return keepDims ? Shapes.expandDims(place, Axes.normalize(axis, x.rank(), "nanargmin")) : place;
  }

  /** {@return the indices at which insertion of values keeps the order, before equal elements} */
  public static Array searchsorted(Array sorted, Array values) {
    return searchsorted(sorted, values, false);
  }

  /**
   * {@return the number of elements of an ascending vector before each value}
   *
   * @param right whether equal elements come before the value
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.searchsorted.html">jnp.searchsorted</a>
   */
  public static Array searchsorted(Array sorted, Array values, boolean right) {
    Operands.requireVector("searchsorted", sorted);
    var operands = Operands.promoted(sorted, values);
    var places = SearchSorted.of(operands.get(0), operands.get(1), right);
    return Lax.convertElementType(places, DType.defaultInt());
  }

  /**
   * {@return the number of elements of a vector before each value, in an order that sorts the
   * vector}
   *
   * @param sorter indices of the elements in ascending order, as {@code argsort} returns
   */
  public static Array searchsorted(Array x, Array values, boolean right, Array sorter) {
    Operands.requireVector("searchsorted", x);
    Operands.requireInteger("searchsorted", "a sorter", sorter);
    return searchsorted(ElementSelection.get(x, sorter), values, right);
  }

  /**
   * {@return the indices of the nonzero elements along each axis}
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
   * {@return the indices of the first nonzero elements along each axis}
   *
   * @param size number of indices
   * @param fillValue the index that pads the result if there are fewer; {@code null} for 0
   */
  public static List<Array> nonzero(Array x, int size, @Nullable Integer fillValue) {
    requireAxes("nonzero", x);
    var mask = Shapes.ravel(Operands.toBool(x));
    var counted = Histograms.bincount(Sums.cumsum(mask, 0), null, size);
    var flat =
        size == 0 || x.size() == 0
            ? Creation.zeros(Shape.of(size), counted.dtype())
            : Sums.cumsum(counted, 0);
    int[] strides = x.shape().strides();
    var beyond = Comparisons.greaterEqual(Ranges.arange(size), Sums.sum(mask));
    var places = new ArrayList<Array>();
    for (int axis = 0; axis < strides.length; axis++) {
      int along = Math.max(1, x.dim(axis));
      var place =
          Arithmetic.mod(
              Arithmetic.floorDivide(flat, Operands.constant(flat, strides[axis])),
              Operands.constant(flat, along));
      places.add(fillValue == null ? place : ElementSelection.where(beyond, fillValue, place));
    }
    return places;
  }

  /** {@return the indices in the flattened array of the nonzero elements} */
  public static Array flatnonzero(Array x) {
    return nonzero(Shapes.ravel(x)).getFirst();
  }

  /** {@return the indices in the flattened array of the first nonzero elements} */
  public static Array flatnonzero(Array x, int size, @Nullable Integer fillValue) {
    return nonzero(Shapes.ravel(x), size, fillValue).getFirst();
  }

  /** {@return the indices of the nonzero elements, one element per row} */
  public static Array argwhere(Array x) {
    return Joining.stack(nonzero(x), 1);
  }

  /** {@return the indices of the first nonzero elements, one element per row} */
  public static Array argwhere(Array x, int size, @Nullable Integer fillValue) {
    return Joining.stack(nonzero(x, size, fillValue), 1);
  }

  /** {@return the number of nonzero elements} */
  public static Array countNonzero(Array x, int... axes) {
    return countNonzero(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the number of nonzero elements} */
  public static Array countNonzero(Array x, @Nullable Axes axes, boolean keepDims) {
    ReductionOperands.requireReducible("count_nonzero", x, axes, null);
    return Sums.sum(Operands.toBool(x), axes, keepDims);
  }

  private static int searchable(String name, Array x, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), name);
    if (x.dim(dimension) == 0) {
      throw new ShapeException(
          "%s along axis %d of %s needs at least one element, but got none."
              .formatted(name, axis, x.aval()));
    }
    return dimension;
  }

  private static Array nanPlace(Array x, Array place, int axis) {
    return x.dtype().isFloating()
        ? ElementSelection.where(Logic.all(FloatParts.isnan(x), axis), -1, place)
        : place;
  }

  private static void requireAxes(String name, Array x) {
    if (x.rank() == 0) {
      throw new ShapeException(
          "%s needs an array with at least one axis, but got %s. Add an axis with atleast1d."
              .formatted(name, x.aval()));
    }
  }
}
