package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.transform.function.ArrayFn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Indices of grids, triangles and diagonals, and indices into flattened arrays. */
public final class IndexGrids {

  private IndexGrids() {}

  /**
   * {@return arrays that index all combinations of positions: {@code x.get(ix(rows, columns))}}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ix_.html">jnp.ix_</a>
   */
  public static Array[] ix(Array... vectors) {
    return Ranges.meshgrid(true, true, vectors).toArray(Array[]::new);
  }

  /**
   * {@return the index along each axis of a shape, at each point, stacked along a new first axis}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.indices.html">jnp.indices</a>
   */
  public static Array indices(Shape shape) {
    return indices(shape, DType.defaultInt());
  }

  /** {@return the index along each axis at each point, stacked along a new first axis} */
  public static Array indices(Shape shape, DType dtype) {
    if (shape.rank() == 0) {
      return Creation.zeros(Shape.of(0), dtype);
    }
    var along = new ArrayList<Array>();
    for (int axis = 0; axis < shape.rank(); axis++) {
      along.add(Lax.broadcastedIota(dtype, shape, axis));
    }
    return Joining.stack(along, 0);
  }

  /**
   * {@return the index along each axis, with size 1 along all other axes: {@code sparse=True} of
   * JAX}
   */
  public static List<Array> indicesSparse(Shape shape, DType dtype) {
    var along = new ArrayList<Array>();
    for (int axis = 0; axis < shape.rank(); axis++) {
      int[] dims = Axes.filled(shape.rank(), 1).toArray();
      dims[axis] = shape.dim(axis);
      along.add(Lax.reshape(Lax.iota(dtype, shape.dim(axis)), Shape.of(dims)));
    }
    return along;
  }

  /**
   * {@return the row and column indices of the elements at and below a diagonal}
   *
   * @param k the diagonal, counted to the right from the main one
   */
  public static List<Array> trilIndices(int rows, int k, int columns) {
    return NonzeroIndices.where(
        PatternMatrices.matrix("tril_indices", rows, columns),
        (row, column) -> column <= (long) row + k);
  }

  /** {@return the row and column indices of the elements at and below the main diagonal} */
  public static List<Array> trilIndices(int size) {
    return trilIndices(size, 0, size);
  }

  /** {@return the row and column indices of the elements at and above a diagonal} */
  public static List<Array> triuIndices(int rows, int k, int columns) {
    return NonzeroIndices.where(
        PatternMatrices.matrix("triu_indices", rows, columns),
        (row, column) -> column >= (long) row + k);
  }

  /** {@return the row and column indices of the elements at and above the main diagonal} */
  public static List<Array> triuIndices(int size) {
    return triuIndices(size, 0, size);
  }

  /** {@return row and column indices of the diagonal of a matrix} */
  public static List<Array> diagIndices(int size) {
    return diagIndices(size, 2);
  }

  /**
   * {@return the indices of the diagonal of an array with this number of axes, once for each axis}
   */
  public static List<Array> diagIndices(int size, int rank) {
    return Collections.nCopies(
        Sizes.notNegative("diag_indices", "rank", rank),
        Ranges.arange(Sizes.notNegative("diag_indices", "size", size)));
  }

  /**
   * {@return the indices of the diagonal of an array, once for each axis}
   *
   * @throws ShapeException if x has fewer than two axes, or axes of different sizes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.diag_indices_from.html">jnp.diag_indices_from</a>
   */
  public static List<Array> diagIndicesFrom(Array x) {
    if (x.rank() < 2 || Arrays.stream(x.shape().toArray()).distinct().count() != 1) {
      throw new ShapeException(
          "diag_indices_from needs an array with at least two axes, all of the same size, but got %s."
              .formatted(x.aval()));
    }
    return diagIndices(x.dim(0), x.rank());
  }

  /**
   * {@return the row and column indices of the elements of a matrix at and below the main diagonal}
   */
  public static List<Array> trilIndicesFrom(Array x) {
    return trilIndicesFrom(x, 0);
  }

  /**
   * {@return the row and column indices of the elements of a matrix at and below a diagonal}
   *
   * @param k the diagonal, counted to the right from the main one
   * @throws ShapeException if x is not a matrix
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.tril_indices_from.html">jnp.tril_indices_from</a>
   */
  public static List<Array> trilIndicesFrom(Array x, int k) {
    requireMatrix("tril_indices_from", x);
    return trilIndices(x.dim(0), k, x.dim(1));
  }

  /**
   * {@return the row and column indices of the elements of a matrix at and above the main diagonal}
   */
  public static List<Array> triuIndicesFrom(Array x) {
    return triuIndicesFrom(x, 0);
  }

  /**
   * {@return the row and column indices of the elements of a matrix at and above a diagonal}
   *
   * @param k the diagonal, counted to the right from the main one
   * @throws ShapeException if x is not a matrix
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.triu_indices_from.html">jnp.triu_indices_from</a>
   */
  public static List<Array> triuIndicesFrom(Array x, int k) {
    requireMatrix("triu_indices_from", x);
    return triuIndices(x.dim(0), k, x.dim(1));
  }

  /**
   * {@return the row and column indices of the elements that a mask of square matrices keeps}
   *
   * <p>An example is {@code maskIndices(3, x -> triu(x, 1))}.
   *
   * @param size of the matrix of ones that the mask is applied to
   * @param mask returns a matrix that is nonzero at the elements; its values must be known, so it
   *     cannot run under {@code jit}
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.mask_indices.html">jnp.mask_indices</a>
   */
  public static List<Array> maskIndices(int size, ArrayFn mask) {
    return Searching.nonzero(masked(size, mask));
  }

  /**
   * {@return the row and column indices of the first elements that a mask of square matrices keeps}
   *
   * @param count number of elements; missing indices are 0
   */
  public static List<Array> maskIndices(int size, ArrayFn mask, int count) {
    return Searching.nonzero(masked(size, mask), count, null);
  }

  /**
   * {@return indices into a flattened array}
   *
   * @param index one array of indices for each axis
   * @param mode {@code CLIP} clips indices, {@code WRAP} takes them modulo the size, {@code
   *     PROMISE_IN_BOUNDS} leaves them unchanged
   * @throws ShapeException if the numbers of arrays and axes differ, or for another mode
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ravel_multi_index.html">jnp.ravel_multi_index</a>
   */
  public static Array ravelMultiIndex(List<? extends Array> index, Shape shape, GatherMode mode) {
    if (index.size() != shape.rank() || mode == GatherMode.FILL_OR_DROP) {
      throw new ShapeException(
          "ravel_multi_index into shape %s needs %d arrays and a mode other than FILL_OR_DROP, but got %d arrays and mode %s."
              .formatted(shape, shape.rank(), index.size(), mode));
    }
    int[] strides = shape.strides();
    Array flat = Creation.scalar(0);
    for (int axis = 0; axis < strides.length; axis++) {
      var places = index.get(axis);
      Operands.requireInteger("ravel_multi_index", "places", places);
      var inside =
          switch (mode) {
            case CLIP -> Extrema.clip(places, 0, shape.dim(axis) - 1);
            case WRAP -> Arithmetic.mod(places, shape.dim(axis));
            case PROMISE_IN_BOUNDS, FILL_OR_DROP -> places;
          };
      flat = Arithmetic.add(flat, Arithmetic.multiply(inside, Creation.scalar(strides[axis])));
    }
    return flat;
  }

  /**
   * {@return for each axis the indices of elements of a flattened array, clipped}
   *
   * @param indices integers; negative ones count from the last
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.unravel_index.html">jnp.unravel_index</a>
   */
  public static List<Array> unravelIndex(Array indices, Shape shape) {
    Operands.requireInteger("unravel_index", "indices", indices);
    var places = new Array[shape.rank()];
    var rest = indices;
    for (int axis = shape.rank() - 1; axis >= 0; axis--) {
      var parts = Arithmetic.divmod(rest, Operands.constant(rest, shape.dim(axis)));
      rest = parts.get(0);
      places[axis] = parts.get(1);
    }
    boolean signed = indices.dtype().kind() == DType.Kind.SIGNED;
    var beyond = Comparisons.greater(rest, Operands.constant(rest, 0));
    var before = signed ? Comparisons.less(rest, Operands.constant(rest, -1)) : null;
    var inside = new ArrayList<Array>();
    for (int axis = 0; axis < places.length; axis++) {
      var lowest = before == null ? places[axis] : ElementSelection.where(before, 0, places[axis]);
      inside.add(ElementSelection.where(beyond, shape.dim(axis) - 1, lowest));
    }
    return inside;
  }

  private static void requireMatrix(String name, Array x) {
    if (x.rank() != 2) {
      throw new ShapeException("%s needs a matrix, but got %s.".formatted(name, x.aval()));
    }
  }

  private static Array masked(int size, ArrayFn mask) {
    Sizes.notNegative("mask_indices", "size", size);
    return mask.apply(Creation.ones(size, size));
  }
}
