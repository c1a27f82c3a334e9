package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.At;
import io.cambric.core.Index;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Elements of arrays, selected by index, by mask and by choice among arrays. */
public final class ElementSelection {

  private ElementSelection() {}

  /**
   * {@return the part at fixed positions along the leading axes, without those axes}
   *
   * @param indices one for each leading axis; negative indices count from the end
   * @throws ShapeException if a position is outside, or there are more of them than axes
   */
  public static Array get(Array x, int... indices) {
    if (indices.length > x.rank()) {
      throw new ShapeException(
          "get of %s takes at most %d indices, but got %d."
              .formatted(x.aval(), x.rank(), indices.length));
    }
    if (indices.length == 0) {
      return x;
    }
    int[] start = new int[x.rank()];
    int[] limit = x.shape().toArray();
    for (int i = 0; i < indices.length; i++) {
      int size = limit[i];
      if (indices[i] < -size || indices[i] >= size) {
        throw new ShapeException(
            "get of %s needs an index in [%d, %d) along axis %d, but got %d."
                .formatted(x.aval(), -size, size, i, indices[i]));
      }
      start[i] = Math.floorMod(indices[i], size);
      limit[i] = start[i] + 1;
    }
    var part = Lax.slice(x, Axes.of(start), Axes.of(limit), Axes.filled(x.rank(), 1));
    return Lax.reshape(part, x.shape().slice(indices.length, x.rank()));
  }

  /**
   * {@return the slices at positions along the leading axes, given by arrays, as in {@code x[i,
   * j]}}
   *
   * <p>Positions out of bounds are clipped, and their slices have no gradient, as in JAX.
   *
   * @param indices one array for each leading axis: integers that broadcast together, where
   *     negative ones count from the end, or bools with known values
   */
  public static Array get(Array x, Array... indices) {
    return get(x, Arrays.stream(indices).map(Index::of).toArray(Index[]::new));
  }

  /**
   * {@return the part of x that an index selects}
   *
   * <p>Indices of arrays that are out of bounds are clipped, and their slices have no gradient;
   * {@link #at(Array, Index...)} has the other modes. Arrays of bool must have known values.
   *
   * @throws ShapeException if a Java number is out of bounds, or the index has more parts than x
   *     has axes
   * @see Index
   */
  public static Array get(Array x, Index... index) {
    return Indexing.read(x, List.of(index), null, null);
  }

  /** {@return the part that an index selects, to be read in a mode or updated in a copy} */
  public static At at(Array x, Index... index) {
    return new ArrayAt(x, List.of(index));
  }

  /**
   * {@return the elements from {@code from} to below {@code to} along an axis}
   *
   * @param from negative to count from the last
   * @param to a negative index counts from the end; an index beyond the end is the end
   */
  public static Array slice(Array x, int axis, int from, int to) {
    int dimension = Axes.normalize(axis, x.rank(), "slice");
    int size = x.dim(dimension);
    int start = Math.clamp(from < 0 ? from + size : from, 0, size);
    int limit = Math.clamp(to < 0 ? to + size : to, start, size);
    return Operands.sliced(x, dimension, start, limit);
  }

  /**
   * {@return the slices of x at positions along an axis; NaN (the smallest integer) for positions
   * out of bounds}
   *
   * <p>Shapes: the axes of the indices replace the axis.
   *
   * @param indices integers; negative ones count from the last
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.take.html">jnp.take</a>
   */
  public static Array take(Array x, Array indices, int axis) {
    return take(x, indices, axis, GatherMode.FILL_OR_DROP);
  }

  /** {@return the elements of the flattened x at positions} */
  public static Array take(Array x, Array indices) {
    return take(Shapes.ravel(x), indices, 0);
  }

  /**
   * {@return the slices of x at positions along an axis}
   *
   * @param indices integers; negative ones count from the end, except in mode {@code CLIP}
   * @param mode the treatment of positions out of bounds
   */
  public static Array take(Array x, Array indices, int axis, GatherMode mode) {
    return take(x, indices, axis, mode, null);
  }

  /**
   * {@return the slices of x at positions along an axis}
   *
   * @param fillValue the value for positions out of bounds in mode {@code FILL_OR_DROP}; {@code
   *     null} for NaN, or the integer farthest from 0
   */
  public static Array take(
      Array x, Array indices, int axis, GatherMode mode, @Nullable Double fillValue) {
    Operands.requireInteger("take", "indices", indices);
    int dimension = Axes.normalize(axis, x.rank(), "take");
    if (indices.size() == 0 || x.dim(dimension) == 0) {
      return takeNone(x, indices, dimension);
    }
    var places = mode == GatherMode.CLIP ? indices : Operands.fromFirst(indices, x.dim(dimension));
    int added = indices.rank();
    var offsets =
        Axes.range(0, dimension).concat(Axes.range(dimension + added, x.rank() + added - 1));
    return Lax.gather(
        x,
        Shapes.expandDims(places, -1),
        new GatherDims(offsets, Axes.of(dimension), Axes.of(dimension)),
        x.shape().with(dimension, 1),
        mode,
        fillValue);
  }

  /** {@return elements at indices along the last axis} */
  public static Array takeAlongAxis(Array x, Array indices) {
    return takeAlongAxis(x, indices, -1);
  }

  /**
   * {@return the elements of x at positions along an axis, with all other axes aligned; NaN (the
   * smallest integer) for positions out of bounds}
   *
   * @param indices integers of the rank of x that broadcast with it along the other axes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.take_along_axis.html">jnp.take_along_axis</a>
   */
  public static Array takeAlongAxis(Array x, Array indices, int axis) {
    return takeAlongAxis(x, indices, axis, GatherMode.FILL_OR_DROP);
  }

  /**
   * {@return the elements of x at positions along an axis, with all other axes aligned}
   *
   * @param mode the treatment of positions out of bounds
   */
  public static Array takeAlongAxis(Array x, Array indices, int axis, GatherMode mode) {
    Operands.requireInteger("take_along_axis", "indices", indices);
    if (x.rank() != indices.rank()) {
      throw new ShapeException(
          "take_along_axis needs indices of the rank of the array, but got %s and %s."
              .formatted(indices.aval(), x.aval()));
    }
    int dimension = Axes.normalize(axis, x.rank(), "take_along_axis");
    var lanes =
        Operands.broadcastShapes(
            "take_along_axis",
            List.of(x.shape().with(dimension, 1), indices.shape().with(dimension, 1)));
    var operand = Shapes.broadcastTo(x, lanes.with(dimension, x.dim(dimension)));
    var places =
        Shapes.broadcastTo(
            Operands.fromFirst(indices, x.dim(dimension)),
            lanes.with(dimension, indices.dim(dimension)));
    return Lax.takeAlongAxis(operand, places, dimension, mode);
  }

  /**
   * {@return the elements of x at positions along an axis, and a number for positions out of
   * bounds}
   *
   * @param fillValue the value for positions out of bounds
   */
  public static Array takeAlongAxis(Array x, Array indices, int axis, double fillValue) {
    var taken = takeAlongAxis(x, indices, axis, GatherMode.CLIP);
    int size = x.dim(axis);
    var places = Operands.fromFirst(indices, size);
    var outside =
        Logic.logicalOr(
            Comparisons.less(places, Operands.constant(places, 0)),
            Comparisons.greaterEqual(places, Operands.constant(places, size)));
    return where(outside, Operands.constant(taken, fillValue), taken);
  }

  /** {@return the diagonal of the first two axes} */
  public static Array diagonal(Array x) {
    return diagonal(x, 0);
  }

  /**
   * {@return the diagonal of the first two axes that is {@code offset} to the right of the main
   * diagonal}
   */
  public static Array diagonal(Array x, int offset) {
    return diagonal(x, offset, 0, 1);
  }

  /**
   * {@return a diagonal of two axes, as the last axis}
   *
   * @param offset the diagonal, counted to the right from the main one
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.diagonal.html">jnp.diagonal</a>
   */
  public static Array diagonal(Array x, int offset, int axis1, int axis2) {
    PatternMatrices.requireMatrix("diagonal", x);
    var matrix = Shapes.moveaxis(x, Axes.of(axis1, axis2), Axes.of(0, 1));
    int rows = Math.max(0, -offset);
    int columns = Math.max(0, offset);
    int size = Math.max(0, Math.min(matrix.dim(0) - rows, matrix.dim(1) - columns));
    // If rows are contiguous, the next element is one row and one column further.
    int width = matrix.dim(1);
    int start = size == 0 ? 0 : rows * width + columns;
    int end = size == 0 ? 0 : start + (size - 1) * (width + 1) + 1;
    var shape = matrix.shape();
    var lines = Lax.reshape(matrix, shape.slice(2, shape.rank()).insert(0, shape.dim(0) * width));
    return Shapes.moveaxis(Lax.sliceInDim(lines, start, end, width + 1, 0), 0, -1);
  }

  /** {@return the elements along an axis where a vector of bools with known values is true} */
  public static Array compress(Array condition, Array x, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "compress");
    if (condition.rank() != 1 || condition.size() > x.dim(dimension)) {
      throw new ShapeException(
          "compress of %s along axis %d needs a vector of at most %d bools, but got %s."
              .formatted(x.aval(), axis, x.dim(dimension), condition.aval()));
    }
    var index = new ArrayList<Index>();
    for (int i = 0; i < dimension; i++) {
      index.add(Index.all());
    }
    index.add(Index.of(Searching.flatnonzero(condition)));
    return get(x, index.toArray(Index[]::new));
  }

  /** {@return the elements of the flattened x where bools with known values are true} */
  public static Array compress(Array condition, Array x) {
    return compress(condition, Shapes.ravel(x), 0);
  }

  /**
   * {@return the first slices of x along an axis where a vector of bools is true}
   *
   * @param size number of slices
   * @param fillValue the value that pads the result if there are fewer elements
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.compress.html">jnp.compress</a>
   */
  public static Array compress(Array condition, Array x, int axis, int size, double fillValue) {
    Sizes.notNegative("compress", "size", size);
    int dimension = Axes.normalize(axis, x.rank(), "compress");
    if (condition.rank() != 1 || condition.size() > x.dim(dimension)) {
      throw new ShapeException(
          "compress of %s along axis %d needs a vector of at most %d bools, but got %s."
              .formatted(x.aval(), axis, x.dim(dimension), condition.aval()));
    }
    var index = new ArrayList<Index>();
    for (int i = 0; i < dimension; i++) {
      index.add(Index.all());
    }
    index.add(Index.of(Searching.flatnonzero(condition, size, null)));
    var values = get(x, index.toArray(Index[]::new));
    var count = Sums.sum(Comparisons.notEqual(condition, Creation.zerosLike(condition)));
    var known = Comparisons.less(Ranges.arange(size), count);
    var mask = Lax.broadcastInDim(known, values.shape(), Axes.of(dimension));
    return Lax.select(
        mask, values, Operands.broadcastTo(Operands.constant(values, fillValue), values.shape()));
  }

  /** {@return the elements of x where bools with known values are true, both flattened} */
  public static Array extract(Array condition, Array x) {
    return compress(Shapes.ravel(condition), Shapes.ravel(x), 0);
  }

  /** {@return the first elements of x where bools are true, both flattened} */
  public static Array extract(Array condition, Array x, int size, double fillValue) {
    return compress(Shapes.ravel(condition), Shapes.ravel(x), 0, size, fillValue);
  }

  /**
   * {@return at each point the element of one of several arrays}
   *
   * @param index number of the choice at each point; broadcast with the choices
   * @param mode {@code CLIP}, {@code WRAP} or {@code PROMISE_IN_BOUNDS} for indices out of bounds
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.choose.html">jnp.choose</a>
   */
  public static Array choose(Array index, List<? extends Array> choices, GatherMode mode) {
    Operands.requireInteger("choose", "an index", index);
    int count = choices.size();
    if (count == 0) {
      throw new ShapeException("choose needs at least one choice, but got none.");
    }
    var which =
        mode == GatherMode.WRAP ? Arithmetic.mod(index, count) : Extrema.clip(index, 0, count - 1);
    return chosen("choose", which.astype(DType.I32), choices);
  }

  /** {@return at each point, the element of the first choice with a true condition, or zero} */
  public static Array select(List<? extends Array> conditions, List<? extends Array> choices) {
    return select(conditions, choices, 0);
  }

  /**
   * {@return at each point, the element of the first choice with a true condition}
   *
   * @param otherwise the elements where no condition is true
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.select.html">jnp.select</a>
   */
  public static Array select(
      List<? extends Array> conditions, List<? extends Array> choices, Array otherwise) {
    requireChoices(conditions, choices);
    var cases = new ArrayList<Array>(choices);
    cases.add(otherwise);
    cases = new ArrayList<>(Operands.promoted(cases.toArray(Array[]::new)));
    var result = cases.getLast();
    for (int i = choices.size() - 1; i >= 0; i--) {
      result = where(conditions.get(i), cases.get(i), result);
    }
    return result;
  }

  /** {@return at each point, the element of the first choice with a true condition, or a number} */
  public static Array select(
      List<? extends Array> conditions, List<? extends Array> choices, double otherwise) {
    requireChoices(conditions, choices);
    return select(conditions, choices, Operands.number(choices.getFirst(), otherwise));
  }

  /**
   * {@return x where the condition is true (nonzero), else y; all operands broadcast}
   *
   * <p>Both operands are computed. The derivative of the unselected operand is multiplied by 0,
   * which gives NaN for an infinite derivative. To avoid this, replace that operand by a harmless
   * value with a second {@code where}.
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.where.html">jnp.where</a>
   */
  public static Array where(Array condition, Array x, Array y) {
    var cases = Operands.promoted(x, y);
    var operands =
        Operands.broadcast(
            "where", List.of(Operands.toBool(condition), cases.get(0), cases.get(1)));
    return Lax.select(operands.get(0), operands.get(1), operands.get(2));
  }

  /** {@return x where the condition is true, else the number} */
  public static Array where(Array condition, Array x, double y) {
    return where(condition, x, Operands.number(x, y));
  }

  /** {@return the number where the condition is true, else y} */
  public static Array where(Array condition, double x, Array y) {
    return where(condition, Operands.number(y, x), y);
  }

  /** {@return x where the condition is true, else y; weakly typed} */
  public static Array where(Array condition, double x, double y) {
    var like = Lax.full(new ShapedArray(Shape.scalar(), DType.defaultFloat(), true), 0);
    return where(condition, Operands.number(like, x), Operands.number(like, y));
  }

  private static Array takeNone(Array x, Array indices, int dimension) {
    if (indices.size() != 0) {
      throw new ShapeException(
          "take of %s needs at least one element along axis %d, but got none."
              .formatted(x.aval(), dimension));
    }
    var shape =
        x.shape()
            .slice(0, dimension)
            .concat(indices.shape())
            .concat(x.shape().slice(dimension + 1, x.rank()));
    return Lax.zeros(x.aval().withShape(shape));
  }

  private static Array chosen(String name, Array which, List<? extends Array> choices) {
    var operands = new ArrayList<Array>();
    operands.add(which);
    operands.addAll(Operands.promoted(choices.toArray(Array[]::new)));
    var broadcast = Operands.broadcast(name, operands);
    return Lax.selectN(broadcast.getFirst(), broadcast.subList(1, broadcast.size()));
  }

  private static void requireChoices(
      List<? extends Array> conditions, List<? extends Array> choices) {
    if (conditions.size() != choices.size() || conditions.isEmpty()) {
      throw new ShapeException(
          "select needs at least one condition, and one choice for each, but got %d conditions and %d choices."
              .formatted(conditions.size(), choices.size()));
    }
  }
}
