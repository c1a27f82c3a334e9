package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Running sums, order and the places of extremes. */
final class SortFunctions {

  private SortFunctions() {}

  /** {@return running sums of the flattened array} */
  public static Array cumsum(Array x) {
    return cumsum(ShapeFunctions.ravel(x), 0);
  }

  /**
   * {@return running sums along an axis; bool is summed as integers}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cumsum.html">jnp.cumsum</a>
   */
  public static Array cumsum(Array x, int axis) {
    var number = numbers(x);
    return strongly(Lax.cumsum(number, Axes.normalize(axis, x.rank(), "cumsum"), false));
  }

  /** {@return running products of the flattened array} */
  public static Array cumprod(Array x) {
    return cumprod(ShapeFunctions.ravel(x), 0);
  }

  /**
   * {@return running products along an axis; bool is multiplied as integers}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cumprod.html">jnp.cumprod</a>
   */
  public static Array cumprod(Array x, int axis) {
    var number = numbers(x);
    return strongly(Lax.cumprod(number, Axes.normalize(axis, x.rank(), "cumprod"), false));
  }

  private static Array numbers(Array x) {
    return x.dtype() == DType.BOOL ? Lax.convertElementType(x, DType.defaultInt()) : x;
  }

  private static Array strongly(Array x) {
    return Lax.convertElementType(x, x.dtype());
  }

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
    return descending ? JoinFunctions.flip(sorted, axis) : sorted;
  }

  /** {@return the elements along the last axis in ascending order} */
  public static Array sort(Array x) {
    return sort(x, -1);
  }

  /**
   * {@return the positions that put the elements along an axis in ascending order, equal ones as
   * they come}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.argsort.html">jnp.argsort</a>
   */
  public static Array argsort(Array x, int axis) {
    return argsort(x, axis, false);
  }

  /** {@return the positions that put the elements along the last axis in ascending order} */
  public static Array argsort(Array x) {
    return argsort(x, -1);
  }

  /**
   * {@return the positions that put the elements in ascending or descending order, stable in both}
   */
  public static Array argsort(Array x, int axis, boolean descending) {
    int dimension = Axes.normalize(axis, x.rank(), "argsort");
    var iota = Lax.broadcastedIota(DType.defaultInt(), x.shape(), dimension);
    if (!descending) {
      return Lax.sort(List.of(x, iota), dimension, 1).get(1);
    }
    // Reversed before and after, equal elements keep their order.
    var turned = Axes.of(dimension);
    var sorted = Lax.sort(List.of(Lax.rev(x, turned), Lax.rev(iota, turned)), dimension, 1);
    return Lax.rev(sorted.get(1), turned);
  }

  /** {@return the place of the largest element of the flattened array, the first of equals} */
  public static Array argmax(Array x) {
    return argmax(ShapeFunctions.ravel(x), 0);
  }

  /**
   * {@return the place of the largest element along an axis, the first of equals or the first NaN}
   *
   * @throws ShapeException if the axis is empty
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.argmax.html">jnp.argmax</a>
   */
  public static Array argmax(Array x, int axis) {
    return Lax.argmax(x, searchable("argmax", x, axis), DType.defaultInt());
  }

  /** {@return the place of the smallest element of the flattened array, the first of equals} */
  public static Array argmin(Array x) {
    return argmin(ShapeFunctions.ravel(x), 0);
  }

  /**
   * {@return the place of the smallest element along an axis, the first of equals or the first NaN}
   */
  public static Array argmin(Array x, int axis) {
    return Lax.argmin(x, searchable("argmin", x, axis), DType.defaultInt());
  }

  /** {@return the place of the largest element along an axis, which may stay with size 1} */
  public static Array argmax(Array x, int axis, boolean keepDims) {
    var place = argmax(x, axis);
    return keepDims
        ? ShapeFunctions.expandDims(place, Axes.normalize(axis, x.rank(), "argmax"))
        : place;
  }

  /** {@return the place of the smallest element along an axis, which may stay with size 1} */
  public static Array argmin(Array x, int axis, boolean keepDims) {
    var place = argmin(x, axis);
    return keepDims
        ? ShapeFunctions.expandDims(place, Axes.normalize(axis, x.rank(), "argmin"))
        : place;
  }

  private static int searchable(String name, Array x, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), name);
    if (x.dim(dimension) == 0) {
      throw new ShapeException(
          "%s along axis %d of %s needs one element at least, but there is none."
              .formatted(name, axis, x.aval()));
    }
    return dimension;
  }

  /** {@return differences of neighbours along the last axis} */
  public static Array diff(Array x) {
    return diff(x, 1);
  }

  /** {@return differences along the last axis, taken this number of times} */
  public static Array diff(Array x, int times) {
    return diff(x, times, -1);
  }

  /** {@return differences of neighbours along an axis, taken a number of times} */
  public static Array diff(Array x, int times, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "diff");
    var differences = x;
    // Each takes one element away, so that more than there are leave none.
    for (int i = 0; i < Math.min(times, x.dim(dimension)); i++) {
      int size = differences.dim(dimension);
      var later = JoinFunctions.sliced(differences, dimension, Math.min(1, size), size);
      var earlier = JoinFunctions.sliced(differences, dimension, 0, Math.max(0, size - 1));
      differences = x.dtype() == DType.BOOL ? Lax.ne(later, earlier) : Lax.sub(later, earlier);
    }
    return differences;
  }

  /** {@return differences of neighbours after joining further elements to both ends of an axis} */
  public static Array diff(
      Array x, int times, int axis, @Nullable Array before, @Nullable Array after) {
    int dimension = Axes.normalize(axis, x.rank(), "diff");
    var parts = new ArrayList<Array>();
    for (var part : new Array[] {before, x, after}) {
      if (part != null) {
        parts.add(
            part.rank() == 0
                ? ShapeFunctions.broadcastTo(part, x.shape().with(dimension, 1))
                : part);
      }
    }
    return diff(JoinFunctions.concatenate(parts, dimension), times, dimension);
  }

  /** {@return the order along the last axis by several keys, the last one first} */
  public static Array lexsort(List<? extends Array> keys) {
    return lexsort(keys, -1);
  }

  /**
   * {@return the positions that put columns in order: by the last key, equal ones by the one
   * before}
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
          "lexsort needs one key at least, all of one shape, but got %s."
              .formatted(ShapedArray.ofAll(keys)));
    }
    int dimension = Axes.normalize(axis, keys.getFirst().rank(), "lexsort");
    var operands = new ArrayList<Array>(keys.reversed());
    operands.add(Lax.broadcastedIota(DType.defaultInt(), keys.getFirst().shape(), dimension));
    return Lax.sort(operands, dimension, keys.size()).getLast();
  }

  /** {@return the elements along the last axis, the smallest {@code kth} first, in no order} */
  public static Array partition(Array x, int kth) {
    return partition(x, kth, -1);
  }

  /**
   * {@return the elements along an axis so that one is where sort puts it, smaller ones before and
   * larger ones behind}
   *
   * @param kth the place of that one, negative to count from the last
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.partition.html">jnp.partition</a>
   */
  public static Array partition(Array x, int kth, int axis) {
    int first = firstPart("partition", x, kth, axis);
    int dimension = Axes.normalize(axis, x.rank(), "partition");
    var sorted = sort(x, dimension);
    // The larger ones come descending, as in JAX.
    return Lax.concatenate(
        List.of(
            JoinFunctions.sliced(sorted, dimension, 0, first),
            JoinFunctions.flip(
                JoinFunctions.sliced(sorted, dimension, first, x.dim(dimension)), dimension)),
        dimension);
  }

  /** {@return where the elements of a partition along the last axis were} */
  public static Array argpartition(Array x, int kth) {
    return argpartition(x, kth, -1);
  }

  /** {@return the positions of an ascending beginning, up to one place, and then of the others} */
  public static Array argpartition(Array x, int kth, int axis) {
    int first = firstPart("argpartition", x, kth, axis);
    int dimension = Axes.normalize(axis, x.rank(), "argpartition");
    var places = argsort(x, dimension);
    return Lax.concatenate(
        List.of(
            JoinFunctions.sliced(places, dimension, 0, first),
            Lax.sort(JoinFunctions.sliced(places, dimension, first, x.dim(dimension)), dimension)),
        dimension);
  }

  private static int firstPart(String name, Array x, int kth, int axis) {
    int size = x.dim(Axes.normalize(axis, x.rank(), name));
    if (kth < -size || kth >= size) {
      throw new ShapeException(
          "%s of %s along axis %d needs a place in [%d, %d), but got %d."
              .formatted(name, x.aval(), axis, -size, size, kth));
    }
    return Math.floorMod(kth, size) + 1;
  }
}
