package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.At;
import io.cambric.core.Index;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of arrays: at fixed places, at places that other arrays list, and around the diagonal. */
final class IndexFunctions {

  private IndexFunctions() {}

  /**
   * {@return the part at fixed positions along the leading axes, without those axes}
   *
   * @param indices one for each leading axis, negative to count from the last
   * @throws ShapeException if a position is outside, or there are more of them than axes
   */
  public static Array get(Array x, int... indices) {
    if (indices.length > x.rank()) {
      throw new ShapeException(
          "get of %s takes %d indices at most, but got %d."
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
   * {@return the parts at positions along the leading axes that arrays list, as {@code x[i, j]}}
   *
   * <p>Positions outside are moved inside, and their part has no gradient, as in JAX.
   *
   * @param indices integers that broadcast together, one array for each leading axis; negative ones
   *     count from the last; or bools of known values
   */
  public static Array get(Array x, Array... indices) {
    return get(x, Arrays.stream(indices).map(Index::of).toArray(Index[]::new));
  }

  /**
   * {@return the part that an index names}
   *
   * <p>Places outside that arrays list are moved inside, and their part has no gradient; {@link
   * #at(Array, Index...)} has the other ways. Arrays of bool must have known values.
   *
   * @throws ShapeException if a place that is a Java number is outside, or the index has more parts
   *     than x has axes
   * @see Index
   */
  public static Array get(Array x, Index... index) {
    return Indexing.read(x, List.of(index), null, null);
  }

  /** {@return the part that an index names, to be read in some way or to be changed in a copy} */
  public static At at(Array x, Index... index) {
    return new ArrayAt(x, List.of(index));
  }

  /**
   * {@return the elements from {@code from} to below {@code to} along an axis}
   *
   * @param from negative to count from the last
   * @param to negative to count from the last; beyond the end is the end
   */
  public static Array slice(Array x, int axis, int from, int to) {
    int dimension = Axes.normalize(axis, x.rank(), "slice");
    int size = x.dim(dimension);
    int start = Math.clamp(from < 0 ? from + size : from, 0, size);
    int limit = Math.clamp(to < 0 ? to + size : to, start, size);
    return JoinFunctions.sliced(x, dimension, start, limit);
  }

  /**
   * {@return the parts of x at positions along an axis, NaN (the smallest integer) for those
   * outside}
   *
   * <p>Shapes: the axes of the indices stand where the axis was.
   *
   * @param indices integers; negative ones count from the last
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.take.html">jnp.take</a>
   */
  public static Array take(Array x, Array indices, int axis) {
    return take(x, indices, axis, GatherMode.FILL_OR_DROP);
  }

  /** {@return the elements of the flattened x at positions} */
  public static Array take(Array x, Array indices) {
    return take(ShapeFunctions.ravel(x), indices, 0);
  }

  /**
   * {@return the parts of x at positions along an axis}
   *
   * @param indices integers; negative ones count from the last, but in mode {@code CLIP}
   * @param mode what comes of positions outside
   */
  public static Array take(Array x, Array indices, int axis, GatherMode mode) {
    return take(x, indices, axis, mode, null);
  }

  /**
   * {@return the parts of x at positions along an axis}
   *
   * @param fillValue of positions outside in mode {@code FILL_OR_DROP}; {@code null} for NaN, or
   *     the integer farthest from 0
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
        ShapeFunctions.expandDims(places, -1),
        new GatherDims(offsets, Axes.of(dimension), Axes.of(dimension)),
        x.shape().with(dimension, 1),
        mode,
        fillValue);
  }

  private static Array takeNone(Array x, Array indices, int dimension) {
    if (indices.size() != 0) {
      throw new ShapeException(
          "take of %s needs elements along axis %d to take from, but there are none."
              .formatted(x.aval(), dimension));
    }
    var shape =
        x.shape()
            .slice(0, dimension)
            .concat(indices.shape())
            .concat(x.shape().slice(dimension + 1, x.rank()));
    return Lax.zeros(x.aval().withShape(shape));
  }

  /** {@return elements at indices along the last axis} */
  public static Array takeAlongAxis(Array x, Array indices) {
    return takeAlongAxis(x, indices, -1);
  }

  /**
   * {@return for each position along an axis the element of x there, all other axes running
   * together; NaN (the smallest integer) for those outside}
   *
   * @param indices integers of the rank of x that broadcast with it along the other axes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.take_along_axis.html">jnp.take_along_axis</a>
   */
  public static Array takeAlongAxis(Array x, Array indices, int axis) {
    return takeAlongAxis(x, indices, axis, GatherMode.FILL_OR_DROP);
  }

  /**
   * {@return for each position along an axis the element of x there, all other axes running
   * together}
   *
   * @param mode what comes of positions outside
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
    var operand = ShapeFunctions.broadcastTo(x, lanes.with(dimension, x.dim(dimension)));
    var places =
        ShapeFunctions.broadcastTo(
            Operands.fromFirst(indices, x.dim(dimension)),
            lanes.with(dimension, indices.dim(dimension)));
    return Lax.takeAlongAxis(operand, places, dimension, mode);
  }

  /**
   * {@return for each position along an axis the element of x there, and a number for those
   * outside}
   *
   * @param fillValue stands for elements at positions outside
   */
  public static Array takeAlongAxis(Array x, Array indices, int axis, double fillValue) {
    var taken = takeAlongAxis(x, indices, axis, GatherMode.CLIP);
    int size = x.dim(axis);
    var places = Operands.fromFirst(indices, size);
    var outside =
        WhereFunctions.logicalOr(
            WhereFunctions.less(places, Operands.constant(places, 0)),
            WhereFunctions.greaterEqual(places, Operands.constant(places, size)));
    return WhereFunctions.where(outside, Operands.constant(taken, fillValue), taken);
  }

  /**
   * {@return the last two axes with zeros above a diagonal}
   *
   * @param k which diagonal, counted to the right from the main one
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.tril.html">jnp.tril</a>
   */
  public static Array tril(Array x, int k) {
    return triangle("tril", x, k, true);
  }

  /** {@return the last two axes with zeros above the main diagonal} */
  public static Array tril(Array x) {
    return tril(x, 0);
  }

  /**
   * {@return the last two axes with zeros below a diagonal}
   *
   * @param k which diagonal, counted to the right from the main one
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.triu.html">jnp.triu</a>
   */
  public static Array triu(Array x, int k) {
    return triangle("triu", x, k - 1, false);
  }

  /** {@return the last two axes with zeros below the main diagonal} */
  public static Array triu(Array x) {
    return triu(x, 0);
  }

  private static Array triangle(String name, Array x, int k, boolean lower) {
    requireMatrix(name, x);
    var mask =
        ShapeFunctions.broadcastTo(
            ArrayCreation.tri(x.dim(-2), x.dim(-1), k, DType.BOOL), x.shape());
    var zero = Operands.constant(x, 0);
    return lower ? Lax.select(mask, x, zero) : Lax.select(mask, zero, x);
  }

  private static void requireMatrix(String name, Array x) {
    if (x.rank() < 2) {
      throw new ShapeException(
          "%s needs an array of two axes at least, but got %s.".formatted(name, x.aval()));
    }
  }

  /** {@return the diagonal of the first two axes} */
  public static Array diagonal(Array x) {
    return diagonal(x, 0);
  }

  /**
   * {@return a diagonal of the first two axes, the one {@code offset} to the right of the main one}
   */
  public static Array diagonal(Array x, int offset) {
    return diagonal(x, offset, 0, 1);
  }

  /**
   * {@return a diagonal of the last two axes, as the last axis}
   *
   * @param offset which diagonal, counted to the right from the main one
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.diagonal.html">jnp.diagonal</a>
   */
  public static Array diagonal(Array x, int offset, int axis1, int axis2) {
    requireMatrix("diagonal", x);
    var matrix = ShapeFunctions.moveaxis(x, Axes.of(axis1, axis2), Axes.of(0, 1));
    int rows = Math.max(0, -offset);
    int columns = Math.max(0, offset);
    int size = Math.max(0, Math.min(matrix.dim(0) - rows, matrix.dim(1) - columns));
    var row = ArrayCreation.arange(rows, rows + size, 1, DType.I32);
    var column = ArrayCreation.arange(columns, columns + size, 1, DType.I32);
    return ShapeFunctions.moveaxis(get(matrix, row, column), 0, -1);
  }

  /** {@return the main diagonal of a matrix, or a matrix with this one and zeros elsewhere} */
  public static Array diag(Array x) {
    return diag(x, 0);
  }

  /** {@return the diagonal of a matrix, or a matrix with this diagonal and zeros elsewhere} */
  public static Array diag(Array x, int k) {
    if (x.rank() == 2) {
      return diagonal(x, k, 0, 1);
    }
    if (x.rank() != 1) {
      throw new ShapeException(
          "diag needs an array of one or two axes, but got %s.".formatted(x.aval()));
    }
    int size = x.size() + Math.abs(k);
    int[][] widths = {{Math.max(0, k), Math.max(0, -k)}};
    var columns = ShapeFunctions.broadcastTo(PadFunctions.pad(x, widths), Shape.of(size, size));
    return WhereFunctions.where(
        ArrayCreation.eye(size, size, k, DType.BOOL), k >= 0 ? columns : swapped(x, k, size), 0);
  }

  /** {@return the matrix with all elements on its diagonal} */
  public static Array diagflat(Array x) {
    return diagflat(x, 0);
  }

  /** {@return a matrix with the elements of x along a diagonal and zeros elsewhere} */
  public static Array diagflat(Array x, int k) {
    return diag(ShapeFunctions.ravel(x), k);
  }

  private static Array swapped(Array x, int k, int size) {
    int[][] widths = {{-k, 0}};
    return Lax.broadcastInDim(PadFunctions.pad(x, widths), Shape.of(size, size), Axes.of(0));
  }

  /** {@return the sum along the main diagonal of the first two axes} */
  public static Array trace(Array x) {
    return trace(x, 0, 0, 1);
  }

  /** {@return the sum along a diagonal of two axes} */
  public static Array trace(Array x, int offset, int axis1, int axis2) {
    return ReductionFunctions.sum(diagonal(x, offset, axis1, axis2), -1);
  }
}
