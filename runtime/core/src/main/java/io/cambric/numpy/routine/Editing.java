package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Arrays with elements added or removed. */
public final class Editing {

  private Editing() {}

  /** {@return the elements of x, then the elements of y, in one row} */
  public static Array append(Array x, Array y) {
    return append(Shapes.ravel(x), Shapes.ravel(y), 0);
  }

  /** {@return y after x along an axis} */
  public static Array append(Array x, Array y, int axis) {
    return Joining.concatenate(List.of(x, y), axis);
  }

  /** {@return the elements in one row without those at these positions} */
  public static Array delete(Array x, int[] positions) {
    return delete(Shapes.ravel(x), positions, 0);
  }

  /** {@return the elements in one row without the element at this position} */
  public static Array delete(Array x, int position) {
    return delete(Shapes.ravel(x), position, 0);
  }

  /**
   * {@return x without the elements at positions along an axis}
   *
   * @param positions negative ones count from the last
   * @throws ShapeException if a position is outside
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.delete.html">jnp.delete</a>
   */
  public static Array delete(Array x, int[] positions, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "delete");
    int size = x.dim(dimension);
    var kept = new boolean[size];
    Arrays.fill(kept, true);
    for (int position : positions) {
      if (position < -size || position >= size) {
        throw new ShapeException(
            "delete of %s along axis %d needs positions in [%d, %d), but got %d."
                .formatted(x.aval(), axis, -size, size, position));
      }
      kept[Math.floorMod(position, size)] = false;
    }
    return ElementSelection.compress(Creation.array(kept), x, dimension);
  }

  /** {@return x without the element at a position along an axis} */
  public static Array delete(Array x, int position, int axis) {
    return delete(x, new int[] {position}, axis);
  }

  /**
   * {@return x with values inserted along an axis}
   *
   * @param positions the positions in x before which values are inserted; negative positions count
   *     from the last
   * @param values broadcast to x with this number of elements along the axis; converted to its
   *     dtype
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.insert.html">jnp.insert</a>
   */
  public static Array insert(Array x, int[] positions, Array values, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "insert");
    int size = x.dim(dimension);
    var added =
        Shapes.broadcastTo(values.astype(x.dtype()), x.shape().with(dimension, positions.length));
    var order = new ArrayList<Integer>();
    for (int i = 0; i < positions.length; i++) {
      order.add(i);
    }
    int[] before = new int[positions.length];
    for (int i = 0; i < before.length; i++) {
      before[i] = Math.clamp(positions[i] < 0 ? positions[i] + size : positions[i], 0, size);
    }
    order.sort((i, j) -> Integer.compare(before[i], before[j]));
    var parts = new ArrayList<Array>();
    int from = 0;
    for (int i : order) {
      parts.add(Operands.sliced(x, dimension, from, before[i]));
      parts.add(Operands.sliced(added, dimension, i, i + 1));
      from = before[i];
    }
    parts.add(Operands.sliced(x, dimension, from, size));
    return Lax.concatenate(parts, dimension);
  }

  /**
   * {@return x with values inserted at one position along an axis, in order}
   *
   * @param values of the rank of x, or one fewer for a single slice, or a scalar
   */
  public static Array insert(Array x, int position, Array values, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "insert");
    var slices = values.rank() < x.rank() - 1 ? values : expandedTo(values, x.rank(), dimension);
    int count = slices.rank() == x.rank() ? slices.dim(dimension) : 1;
    int[] positions = new int[count];
    Arrays.fill(positions, position);
    return insert(x, positions, slices, axis);
  }

  /**
   * {@return the elements in row-major order in another shape, repeated or cut off as needed}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.resize.html">jnp.resize</a>
   */
  public static Array resize(Array x, Shape shape) {
    if (x.size() == 0 || shape.size() == 0) {
      return Lax.zeros(x.aval().withShape(shape));
    }
    var repeated = Rearranging.tile(Shapes.ravel(x), Math.ceilDiv(shape.size(), x.size()));
    return Lax.reshape(Operands.sliced(repeated, 0, 0, shape.size()), shape);
  }

  /** {@return the array without zeros at the ends of its axes} */
  public static Array trimZeros(Array x) {
    return trimZeros(x, true, true);
  }

  /**
   * {@return the array without zeros at ends of its axes, as {@link #trimZeros(Array, boolean,
   * boolean, Axes)}}
   */
  public static Array trimZeros(Array x, boolean front, boolean back) {
    return trimZeros(x, front, back, Axes.range(0, x.rank()));
  }

  /**
   * {@return an array of known values without the slices of zeros at the ends of axes}
   *
   * @param front whether slices of zeros at the front are removed
   * @param back whether slices of zeros at the back are removed
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.trim_zeros.html">jnp.trim_zeros</a>
   */
  public static Array trimZeros(Array x, boolean front, boolean back, Axes axes) {
    var along = axes.normalized(x.rank(), "trim_zeros");
    var others = Searching.nonzero(x.concrete("trim_zeros"));
    if (!front && !back) {
      return x;
    }
    var trimmed = x;
    for (int i = 0; i < along.size(); i++) {
      int axis = along.get(i);
      int[] places = others.get(axis).toInts();
      int first = Arrays.stream(places).min().orElse(0);
      int last = Arrays.stream(places).max().orElse(-1);
      boolean empty = places.length == 0;
      int to = back || empty ? last + 1 : x.dim(axis);
      trimmed = ElementSelection.slice(trimmed, axis, front ? first : 0, to);
    }
    return trimmed;
  }

  private static Array expandedTo(Array values, int rank, int dimension) {
    return values.rank() == rank ? values : Shapes.expandDims(values, dimension);
  }
}
