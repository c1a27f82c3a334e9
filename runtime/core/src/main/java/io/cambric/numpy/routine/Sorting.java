package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;

/** Sorted elements, and the indices that sort them. */
public final class Sorting {

  private Sorting() {}

  /**
   * {@return the elements along an axis in ascending order: -inf, numbers, -0, 0, inf, NaN; stable}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.sort.html">jnp.sort</a>
   */
  public static Array sort(Array x, int axis) {
    return Lax.sort(x, Axes.normalize(axis, x.rank(), "sort"));
  }

  /** {@return the elements along an axis in ascending or descending order, NaN last or first} */
  public static Array sort(Array x, int axis, boolean descending) {
    var sorted = sort(x, axis);
    return descending ? Rearranging.flip(sorted, axis) : sorted;
  }

  /** {@return the elements along the last axis in ascending order} */
  public static Array sort(Array x) {
    return sort(x, -1);
  }

  /**
   * {@return the indices that sort the elements along an axis in ascending order; stable}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.argsort.html">jnp.argsort</a>
   */
  public static Array argsort(Array x, int axis) {
    return argsort(x, axis, false);
  }

  /** {@return the indices that sort the elements along the last axis in ascending order} */
  public static Array argsort(Array x) {
    return argsort(x, -1);
  }

  /**
   * {@return the indices that sort the elements in ascending or descending order; stable in both}
   */
  public static Array argsort(Array x, int axis, boolean descending) {
    int dimension = Axes.normalize(axis, x.rank(), "argsort");
    var iota = Lax.broadcastedIota(DType.defaultInt(), x.shape(), dimension);
    if (!descending) {
      return Lax.sort(List.of(x, iota), dimension, 1).get(1);
    }
    // With reversals before and after, equal elements keep their order.
    var turned = Axes.of(dimension);
    var sorted = Lax.sort(List.of(Lax.rev(x, turned), Lax.rev(iota, turned)), dimension, 1);
    return Lax.rev(sorted.get(1), turned);
  }

  /**
   * {@return the indices that sort by several keys along the last axis; the last key is the primary
   * key}
   */
  public static Array lexsort(List<? extends Array> keys) {
    return lexsort(keys, -1);
  }

  /**
   * {@return the indices that sort columns by the last key, then by the key before it, and so on}
   *
   * @param keys of one shape
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.lexsort.html">jnp.lexsort</a>
   */
  public static Array lexsort(List<? extends Array> keys, int axis) {
    boolean fits =
        !keys.isEmpty()
            && keys.stream().allMatch(key -> key.shape().equals(keys.getFirst().shape()));
    if (!fits) {
      throw new ShapeException(
          "lexsort needs at least one key, all with the same shape, but got %s."
              .formatted(ShapedArray.ofAll(keys)));
    }
    int dimension = Axes.normalize(axis, keys.getFirst().rank(), "lexsort");
    var operands = new ArrayList<Array>(keys.reversed());
    operands.add(Lax.broadcastedIota(DType.defaultInt(), keys.getFirst().shape(), dimension));
    return Lax.sort(operands, dimension, keys.size()).getLast();
  }

  /**
   * {@return the elements along the last axis, with the smallest {@code kth} first, in no order}
   */
  public static Array partition(Array x, int kth) {
    return partition(x, kth, -1);
  }

  /**
   * {@return the elements along an axis, partitioned around the element at {@code kth} in sorted
   * order} Smaller elements are before it, larger ones after it.
   *
   * @param kth the position of that element; a negative one counts from the end
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.partition.html">jnp.partition</a>
   */
  public static Array partition(Array x, int kth, int axis) {
    int first = firstPart("partition", x, kth, axis);
    int dimension = Axes.normalize(axis, x.rank(), "partition");
    var sorted = sort(x, dimension);
    // The larger elements are in descending order, as in JAX.
    return Lax.concatenate(
        List.of(
            Operands.sliced(sorted, dimension, 0, first),
            Rearranging.flip(
                Operands.sliced(sorted, dimension, first, x.dim(dimension)), dimension)),
        dimension);
  }

  /** {@return the original indices of the elements of a partition along the last axis} */
  public static Array argpartition(Array x, int kth) {
    return argpartition(x, kth, -1);
  }

  /**
   * {@return the indices of a partition: first the smallest elements, ascending up to a position,
   * then the others}
   */
  public static Array argpartition(Array x, int kth, int axis) {
    int first = firstPart("argpartition", x, kth, axis);
    int dimension = Axes.normalize(axis, x.rank(), "argpartition");
    var places = argsort(x, dimension);
    return Lax.concatenate(
        List.of(
            Operands.sliced(places, dimension, 0, first),
            Lax.sort(Operands.sliced(places, dimension, first, x.dim(dimension)), dimension)),
        dimension);
  }

  private static int firstPart(String name, Array x, int kth, int axis) {
    int size = x.dim(Axes.normalize(axis, x.rank(), name));
    if (kth < -size || kth >= size) {
      throw new ShapeException(
          "%s of %s along axis %d needs a position in [%d, %d), but got %d."
              .formatted(name, x.aval(), axis, -size, size, kth));
    }
    return Math.floorMod(kth, size) + 1;
  }
}
