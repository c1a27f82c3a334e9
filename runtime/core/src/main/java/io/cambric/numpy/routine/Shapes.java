package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.option.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Other shapes and orders of axes for the same elements. */
public final class Shapes {

  private Shapes() {}

  /**
   * {@return the same elements, in row-major order, in another shape}
   *
   * @param dims the new sizes; one of them may be -1, and follows from the others, which are not 0
   * @throws ShapeException if the sizes do not match the number of elements
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.reshape.html">jnp.reshape</a>
   */
  public static Array reshape(Array x, int... dims) {
    int unknown = -1;
    long known = 1;
    for (int i = 0; i < dims.length; i++) {
      if (dims[i] == -1 && unknown < 0) {
        unknown = i;
      } else if (dims[i] < 0) {
        throw misfit(x, dims);
      } else {
        // The product saturates, since that of too large sizes must not wrap to the size of x.
        known = Math.min(known * dims[i], 1L << 31);
      }
    }
    if (unknown < 0) {
      if (known != x.size()) {
        throw misfit(x, dims);
      }
      return Lax.reshape(x, Shape.of(dims));
    }
    if (known == 0) {
      throw new ShapeException(
          "reshape of %s to %s cannot infer the size -1, because another size is 0. Pass it as a number."
              .formatted(x.aval(), Arrays.toString(dims)));
    }
    if (x.size() % known != 0) {
      throw misfit(x, dims);
    }
    int[] sizes = dims.clone();
    sizes[unknown] = (int) (x.size() / known);
    return Lax.reshape(x, Shape.of(sizes));
  }

  /**
   * {@return the same elements in another shape, counted in an order in both}
   *
   * @param dims the new sizes; one of them may be -1, and follows from the others
   */
  public static Array reshape(Array x, Order order, int... dims) {
    if (order == Order.C) {
      return reshape(x, dims);
    }
    int[] turned = new int[dims.length];
    Arrays.setAll(turned, i -> dims[dims.length - 1 - i]);
    return transpose(reshape(transpose(x), turned));
  }

  /** {@return the elements in one row} */
  public static Array ravel(Array x) {
    return Lax.reshape(x, Shape.of(x.size()));
  }

  /** {@return the elements in one row, counted in an order} */
  public static Array ravel(Array x, Order order) {
    return ravel(order == Order.C ? x : transpose(x));
  }

  /**
   * {@return x with its axes in another order; without a permutation, all are reversed}
   *
   * @throws ShapeException if the permutation does not name each axis once
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.transpose.html">jnp.transpose</a>
   */
  public static Array transpose(Array x, int... permutation) {
    int rank = x.rank();
    int[] order = new int[rank];
    if (permutation.length == 0) {
      Arrays.setAll(order, i -> rank - 1 - i);
      return Lax.transpose(x, Axes.of(order));
    }
    if (permutation.length != rank) {
      throw new ShapeException(
          "transpose of %s needs a permutation of its %d axes, but got %s."
              .formatted(x.aval(), rank, Arrays.toString(permutation)));
    }
    Axes.of(permutation).normalized(rank, "transpose");
    Arrays.setAll(order, i -> Axes.normalize(permutation[i], rank, "transpose"));
    return Lax.transpose(x, Axes.of(order));
  }

  /** {@return x with its last two axes exchanged} */
  public static Array matrixTranspose(Array x) {
    return swapaxes(x, -1, -2);
  }

  /** {@return x with two axes exchanged} */
  public static Array swapaxes(Array x, int axis1, int axis2) {
    int[] order = Axes.range(0, x.rank()).toArray();
    int first = Axes.normalize(axis1, x.rank(), "swapaxes");
    int second = Axes.normalize(axis2, x.rank(), "swapaxes");
    order[first] = second;
    order[second] = first;
    return Lax.transpose(x, Axes.of(order));
  }

  /** {@return x with one axis moved to another position, and the other axes in order} */
  public static Array moveaxis(Array x, int source, int destination) {
    return moveaxis(x, Axes.of(source), Axes.of(destination));
  }

  /**
   * {@return x with axes moved to other positions, and the other axes in order}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.moveaxis.html">jnp.moveaxis</a>
   */
  public static Array moveaxis(Array x, Axes source, Axes destination) {
    int rank = x.rank();
    if (source.size() != destination.size()) {
      throw new ShapeException(
          "moveaxis needs as many destinations as sources, but got %s and %s."
              .formatted(source, destination));
    }
    source.normalized(rank, "moveaxis");
    destination.normalized(rank, "moveaxis");
    int[] order = new int[rank];
    Arrays.fill(order, -1);
    var moved = new boolean[rank];
    for (int i = 0; i < source.size(); i++) {
      int from = Axes.normalize(source.get(i), rank, "moveaxis");
      order[Axes.normalize(destination.get(i), rank, "moveaxis")] = from;
      moved[from] = true;
    }
    int next = 0;
    for (int i = 0; i < rank; i++) {
      if (order[i] < 0) {
        while (moved[next]) {
          next++;
        }
        order[i] = next++;
      }
    }
    return Lax.transpose(x, Axes.of(order));
  }

  /** {@return the array with an axis moved to the front} */
  public static Array rollaxis(Array x, int axis) {
    return rollaxis(x, axis, 0);
  }

  /**
   * {@return x with an axis moved before another axis}
   *
   * @param start the other axis, counted before the move; the rank of x for the end
   */
  public static Array rollaxis(Array x, int axis, int start) {
    int from = Axes.normalize(axis, x.rank(), "rollaxis");
    if (start < -x.rank() || start > x.rank()) {
      throw new ShapeException(
          "rollaxis of %s needs a start in [%d, %d], but got %d."
              .formatted(x.aval(), -x.rank(), x.rank(), start));
    }
    int before = start < 0 ? start + x.rank() : start;
    return moveaxis(x, from, before > from ? before - 1 : before);
  }

  /**
   * {@return x with new axes of size 1}
   *
   * @param axes positions of the new axes in the result; negative positions count from its last
   */
  public static Array expandDims(Array x, int... axes) {
    int rank = x.rank() + axes.length;
    var added = Axes.of(axes).normalized(rank, "expand_dims");
    var shape = x.shape();
    for (int i = 0; i < added.size(); i++) {
      shape = shape.insert(added.get(i), 1);
    }
    return Lax.broadcastInDim(x, shape, added.complement(rank));
  }

  /**
   * {@return x without the given axes of size 1, or without all axes of size 1}
   *
   * @throws ShapeException if a given axis is longer
   */
  public static Array squeeze(Array x, int... axes) {
    var dropped = new ArrayList<Integer>();
    if (axes.length == 0) {
      for (int i = 0; i < x.rank(); i++) {
        if (x.dim(i) == 1) {
          dropped.add(i);
        }
      }
    } else {
      var given = Axes.of(axes).normalized(x.rank(), "squeeze");
      for (int i = 0; i < given.size(); i++) {
        if (x.dim(given.get(i)) != 1) {
          throw new ShapeException(
              "squeeze of %s needs axes of size 1, but axis %d has size %d. Reduce or index it instead."
                  .formatted(x.aval(), given.get(i), x.dim(given.get(i))));
        }
        dropped.add(given.get(i));
      }
    }
    if (dropped.isEmpty()) {
      return x;
    }
    return Lax.squeeze(x, Axes.of(dropped.stream().mapToInt(Integer::intValue).toArray()));
  }

  /**
   * {@return x repeated along new leading axes and axes of size 1; a view}
   *
   * @throws ShapeException if the shape of x does not broadcast to it
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.broadcast_to.html">jnp.broadcast_to</a>
   */
  public static Array broadcastTo(Array x, Shape shape) {
    int lead = shape.rank() - x.rank();
    boolean fits = lead >= 0;
    for (int i = 0; fits && i < x.rank(); i++) {
      fits = x.dim(i) == 1 || x.dim(i) == shape.dim(lead + i);
    }
    if (!fits) {
      throw new ShapeException(
          "broadcast_to from %s to shape %s needs equal sizes or 1, counted from the last axis. Reshape it, or insert axes with expandDims."
              .formatted(x.aval(), shape));
    }
    return Operands.broadcastTo(x, shape);
  }

  /** {@return the arrays broadcast to one shape} */
  public static List<Array> broadcastArrays(Array... arrays) {
    var shape =
        Operands.broadcastShapes(
            "broadcast_arrays", Arrays.stream(arrays).map(Array::shape).toList());
    return Arrays.stream(arrays).map(x -> Operands.broadcastTo(x, shape)).toList();
  }

  /** {@return the common shape to which shapes broadcast} */
  public static Shape broadcastShapes(Shape... shapes) {
    return Operands.broadcastShapes("broadcast_shapes", List.of(shapes));
  }

  /** {@return x with at least one axis} */
  public static Array atleast1d(Array x) {
    return x.rank() == 0 ? expandDims(x, 0) : x;
  }

  /** {@return x with at least two axes, with new axes first} */
  public static Array atleast2d(Array x) {
    return x.rank() >= 2 ? x : expandDims(atleast1d(x), 0);
  }

  /** {@return x with at least three axes, like {@code jnp.atleast_3d}} */
  public static Array atleast3d(Array x) {
    return x.rank() >= 3 ? x : expandDims(atleast2d(x), x.rank() <= 1 ? 2 : -1);
  }

  private static ShapeException misfit(Array x, int[] dims) {
    return new ShapeException(
        "reshape of %s needs sizes whose product is %d, at most one of them -1, but got %s."
            .formatted(x.aval(), x.size(), Arrays.toString(dims)));
  }
}
