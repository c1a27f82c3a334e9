package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterKind;
import java.util.Arrays;

/** Arrays with other values at some positions. */
public final class Replacement {

  private Replacement() {}

  /**
   * {@return x with values in place of the elements at positions along an axis, with all other axes
   * aligned}
   *
   * @param indices integers of the rank of x that broadcast with it along the other axes. Negative
   *     indices count from the end, and indices out of bounds are dropped
   * @param values broadcast to the indices; converted to the dtype of x
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.put_along_axis.html">jnp.put_along_axis</a>
   */
  public static Array putAlongAxis(Array x, Array indices, Array values, int axis) {
    return putAlongAxis(x, indices, values, axis, GatherMode.FILL_OR_DROP);
  }

  /**
   * {@return x with values in place of the elements at positions along an axis}
   *
   * @param mode the treatment of indices out of bounds: dropped, clipped or wrapped
   */
  public static Array putAlongAxis(
      Array x, Array indices, Array values, int axis, GatherMode mode) {
    Operands.requireInteger("put_along_axis", "indices", indices);
    if (x.rank() != indices.rank()) {
      throw new ShapeException(
          "put_along_axis needs indices of the rank of the array, but got %s and %s."
              .formatted(indices.aval(), x.aval()));
    }
    int dimension = Axes.normalize(axis, x.rank(), "put_along_axis");
    var all = Shapes.broadcastTo(indices, x.shape().with(dimension, indices.dim(dimension)));
    int size = x.dim(dimension);
    var places =
        mode == GatherMode.WRAP
            ? Arithmetic.mod(Operands.wideFor(all, size), size)
            : Operands.fromFirst(all, size);
    var others = Axes.of(dimension).complement(x.rank());
    var dims = new GatherDims(Axes.of(), Axes.of(dimension), Axes.of(dimension), others, others);
    return Lax.scatter(
        ScatterKind.SET,
        x,
        Shapes.expandDims(places, -1),
        Shapes.broadcastTo(values.astype(x.dtype()), all.shape()),
        dims.toScatter(),
        mode,
        false);
  }

  /**
   * {@return x with values at indices of the flattened array, repeated as often as needed}
   *
   * @param mode the treatment of indices out of bounds: dropped, clipped or wrapped
   */
  public static Array put(Array x, Array places, Array values, GatherMode mode) {
    Operands.requireInteger("put", "places", places);
    if (x.size() == 0 || places.size() == 0 || values.size() == 0) {
      return x;
    }
    var at = ElementSelection.at(Shapes.ravel(x), Index.of(Shapes.ravel(places)));
    var how =
        switch (mode) {
          case CLIP -> at.clip();
          case WRAP -> at.wrap();
          case FILL_OR_DROP, PROMISE_IN_BOUNDS -> at.drop();
        };
    return how.set(Editing.resize(values, Shape.of(places.size()))).reshape(x.shape());
  }

  /**
   * {@return x with values, in order, where a mask is true; they are repeated as often as needed}
   */
  public static Array place(Array x, Array mask, Array values) {
    if (x.size() != mask.size() || values.size() == 0) {
      throw new ShapeException(
          "place needs a mask with as many elements as the array, and at least one value, but got %s, %s and %s."
              .formatted(x.aval(), mask.aval(), values.aval()));
    }
    var places = Searching.flatnonzero(mask, mask.size(), mask.size());
    return put(x, places, values, GatherMode.FILL_OR_DROP);
  }

  /**
   * {@return x with values along its diagonal, where all indices are equal}
   *
   * @param values a scalar, or elements that are repeated as often as needed
   * @throws ShapeException if x has fewer than two axes, or more than two of different sizes
   */
  public static Array fillDiagonal(Array x, Array values) {
    boolean fits = x.rank() == 2 || (x.rank() > 2 && Axes.of(x.shape().toArray()).all(x.dim(0)));
    if (!fits) {
      throw new ShapeException(
          "fill_diagonal needs an array of two axes, or of more axes of equal size, but got %s."
              .formatted(x.aval()));
    }
    int size = Arrays.stream(x.shape().toArray()).min().orElse(0);
    var index =
        IndexGrids.diagIndices(size, x.rank()).stream().map(Index::of).toArray(Index[]::new);
    var line = values.rank() == 0 ? values : Editing.resize(values, Shape.of(size));
    return ElementSelection.at(x, index).uniqueIndices().set(line);
  }

  /** {@return x with a number along its diagonal} */
  public static Array fillDiagonal(Array x, double value) {
    return fillDiagonal(x, Operands.number(x, value));
  }
}
