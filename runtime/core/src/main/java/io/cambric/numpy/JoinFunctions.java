package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Joins, splits and repeats arrays. */
final class JoinFunctions {

  private JoinFunctions() {}

  /**
   * {@return arrays one after the other along an axis, promoted to one dtype}
   *
   * @throws ShapeException if there are none, or their sizes differ along another axis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.concatenate.html">jnp.concatenate</a>
   */
  public static Array concatenate(List<? extends Array> arrays, int axis) {
    requireSome("concatenate", arrays);
    int dimension = Axes.normalize(axis, arrays.getFirst().rank(), "concatenate");
    return Lax.concatenate(Operands.promoted(arrays.toArray(Array[]::new)), dimension);
  }

  /** {@return arrays one after the other along their first axis} */
  public static Array concatenate(List<? extends Array> arrays) {
    return concatenate(arrays, 0);
  }

  /** {@return arrays one after the other along their first axis} */
  public static Array concatenate(Array... arrays) {
    return concatenate(List.of(arrays), 0);
  }

  private static void requireSome(String name, List<? extends Array> arrays) {
    if (arrays.isEmpty()) {
      throw new ShapeException(name + " needs one array at least, but got none.");
    }
  }

  /**
   * {@return arrays of one shape along a new axis}
   *
   * @param axis its place in the result
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.stack.html">jnp.stack</a>
   */
  public static Array stack(List<? extends Array> arrays, int axis) {
    requireSome("stack", arrays);
    var shape = arrays.getFirst().shape();
    for (var array : arrays) {
      if (!array.shape().equals(shape)) {
        throw new ShapeException(
            "stack needs arrays of one shape, but got %s."
                .formatted(arrays.stream().map(Array::shape).toList()));
      }
    }
    int at = Axes.normalize(axis, shape.rank() + 1, "stack");
    return concatenate(
        arrays.stream().map(array -> ShapeFunctions.expandDims(array, at)).toList(), at);
  }

  /** {@return arrays of one shape along a new first axis} */
  public static Array stack(List<? extends Array> arrays) {
    return stack(arrays, 0);
  }

  /** {@return arrays of one shape along a new first axis} */
  public static Array stack(Array... arrays) {
    return stack(List.of(arrays), 0);
  }

  /** {@return arrays one below the other; rows become matrices} */
  public static Array vstack(Array... arrays) {
    return concatenate(mapped(arrays, ShapeFunctions::atleast2d), 0);
  }

  /** {@return arrays side by side: along the second axis, rows along their only one} */
  public static Array hstack(Array... arrays) {
    var joined = mapped(arrays, ShapeFunctions::atleast1d);
    return concatenate(joined, joined.isEmpty() || joined.getFirst().rank() == 1 ? 0 : 1);
  }

  /** {@return arrays behind one another: along the third axis} */
  public static Array dstack(Array... arrays) {
    return concatenate(mapped(arrays, ShapeFunctions::atleast3d), 2);
  }

  /** {@return rows as the columns of a matrix; matrices side by side} */
  public static Array columnStack(Array... arrays) {
    return concatenate(
        mapped(
            arrays,
            x -> x.rank() < 2 ? ShapeFunctions.expandDims(ShapeFunctions.atleast1d(x), 1) : x),
        1);
  }

  private static List<Array> mapped(Array[] arrays, UnaryOperator<Array> f) {
    return Arrays.stream(arrays).map(f).toList();
  }

  /** {@return the elements of x, then those of y, in one row} */
  public static Array append(Array x, Array y) {
    return append(ShapeFunctions.ravel(x), ShapeFunctions.ravel(y), 0);
  }

  /** {@return y after x along an axis} */
  public static Array append(Array x, Array y, int axis) {
    return concatenate(List.of(x, y), axis);
  }

  /**
   * {@return x cut along an axis into parts of one size}
   *
   * @throws ShapeException if the axis does not divide so
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.split.html">jnp.split</a>
   */
  public static List<Array> split(Array x, int sections, int axis) {
    int size = x.dim(Axes.normalize(axis, x.rank(), "split"));
    if (sections < 1 || size % sections != 0) {
      throw new ShapeException(
          "split of %s along axis %d needs a number of sections that divides %d, but got %d. Use arraySplit for parts of different sizes."
              .formatted(x.aval(), axis, size, sections));
    }
    return arraySplit(x, sections, axis);
  }

  /** {@return x cut along its first axis into parts of one size} */
  public static List<Array> split(Array x, int sections) {
    return split(x, sections, 0);
  }

  /** {@return x cut along an axis before each of these positions, ascending} */
  public static List<Array> split(Array x, int[] positions, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "split");
    int size = x.dim(dimension);
    int[] sizes = new int[positions.length + 1];
    int from = 0;
    for (int i = 0; i < sizes.length; i++) {
      int to = i == positions.length ? size : Math.clamp(positions[i], from, size);
      sizes[i] = to - from;
      from = to;
    }
    return Lax.split(x, Axes.of(sizes), dimension);
  }

  /** {@return parts along the first axis, the first ones longer if they cannot all be equal} */
  public static List<Array> arraySplit(Array x, int sections) {
    return arraySplit(x, sections, 0);
  }

  /**
   * {@return x cut along an axis into parts whose sizes differ by one at most, longer ones first}
   */
  public static List<Array> arraySplit(Array x, int sections, int axis) {
    int size = x.dim(Axes.normalize(axis, x.rank(), "array_split"));
    int[] positions = new int[Sizes.atLeast("array_split", "number of sections", sections, 1) - 1];
    int longer = size % sections;
    for (int i = 0; i < positions.length; i++) {
      positions[i] = (i + 1) * (size / sections) + Math.min(i + 1, longer);
    }
    return split(x, positions, axis);
  }

  /** {@return x cut along the second axis, or the only one, into parts of one size} */
  public static List<Array> hsplit(Array x, int sections) {
    return split(x, sections, x.rank() == 1 ? 0 : 1);
  }

  /** {@return x cut along the first axis into parts of one size} */
  public static List<Array> vsplit(Array x, int sections) {
    return split(x, sections, 0);
  }

  /** {@return x cut along the third axis into parts of one size} */
  public static List<Array> dsplit(Array x, int sections) {
    return split(x, sections, 2);
  }

  /** {@return the parts of x along its first axis, each without it} */
  public static List<Array> unstack(Array x) {
    return unstack(x, 0);
  }

  /** {@return the parts of x along an axis, each without it} */
  public static List<Array> unstack(Array x, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "unstack");
    return split(x, x.dim(dimension), dimension).stream()
        .map(part -> ShapeFunctions.squeeze(part, dimension))
        .toList();
  }

  /** {@return a range along an axis, known to lie in it} */
  static Array sliced(Array x, int dimension, int from, int to) {
    if (from == 0 && to == x.dim(dimension)) {
      return x;
    }
    int[] start = new int[x.rank()];
    int[] limit = x.shape().toArray();
    start[dimension] = from;
    limit[dimension] = to;
    return Lax.slice(x, Axes.of(start), Axes.of(limit), Axes.filled(x.rank(), 1));
  }

  /**
   * {@return x laid side by side a number of times along each axis}
   *
   * @param repetitions one an axis, counted from the last; more of them add axes in front
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.tile.html">jnp.tile</a>
   */
  public static Array tile(Array x, int... repetitions) {
    int rank = Math.max(x.rank(), repetitions.length);
    int[] spread = new int[2 * rank];
    int[] result = new int[rank];
    int[] kept = new int[x.rank()];
    for (int i = 0; i < rank; i++) {
      int own = i - (rank - x.rank());
      int given = i - (rank - repetitions.length);
      spread[2 * i] = given < 0 ? 1 : repetitions[given];
      spread[2 * i + 1] = own < 0 ? 1 : x.dim(own);
      result[i] = Sizes.repeated("tile", spread[2 * i + 1], spread[2 * i]);
      if (own >= 0) {
        kept[own] = 2 * i + 1;
      }
    }
    return Lax.reshape(Lax.broadcastInDim(x, Shape.of(spread), Axes.of(kept)), Shape.of(result));
  }

  /**
   * {@return each element a number of times, next to one another along an axis}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.repeat.html">jnp.repeat</a>
   */
  public static Array repeat(Array x, int repetitions, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "repeat");
    int size = Sizes.repeated("repeat", x.dim(dimension), repetitions);
    var spread = x.shape().insert(dimension + 1, repetitions);
    var result = x.shape().with(dimension, size);
    return Lax.reshape(
        Lax.broadcastInDim(x, spread, Axes.of(dimension + 1).complement(spread.rank())), result);
  }

  /** {@return each element of the flattened array a number of times, next to one another} */
  public static Array repeat(Array x, int repetitions) {
    return repeat(ShapeFunctions.ravel(x), repetitions, 0);
  }

  /** {@return each element along an axis as often as its own number says} */
  public static Array repeat(Array x, int[] repetitions, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "repeat");
    if (repetitions.length != x.dim(dimension)) {
      throw new ShapeException(
          "repeat of %s along axis %d needs %d numbers, but got %d."
              .formatted(x.aval(), axis, x.dim(dimension), repetitions.length));
    }
    long total = 0;
    for (int times : repetitions) {
      total += Sizes.notNegative("repeat", "number of repetitions", times);
    }
    int[] indices = new int[Sizes.axis("repeat", total)];
    int next = 0;
    for (int i = 0; i < repetitions.length; i++) {
      Arrays.fill(indices, next, next += repetitions[i], i);
    }
    return IndexFunctions.take(x, ArrayCreation.array(indices), dimension);
  }

  /**
   * {@return each element along an axis as often as its own number says}
   *
   * <p>The numbers may be traced, as the size of the result is given.
   *
   * @param repetitions integers, one for each element
   * @param totalLength size of the result along the axis: what is too much is cut off, and the last
   *     element fills up what is too little
   */
  public static Array repeat(Array x, Array repetitions, int axis, int totalLength) {
    int dimension = Axes.normalize(axis, x.rank(), "repeat");
    Operands.requireInteger("repeat", "numbers", repetitions);
    int size = x.dim(dimension);
    var ends = SortFunctions.cumsum(ShapeFunctions.broadcastTo(repetitions, Shape.of(size)), 0);
    var places =
        SearchFunctions.searchsorted(
            ends, ArrayCreation.arange(totalLength).astype(ends.dtype()), true);
    return IndexFunctions.take(x, ArithmeticFunctions.minimum(places, size - 1), dimension);
  }

  /** {@return the elements moved along the flattened array, the last ones coming in first} */
  public static Array roll(Array x, int shift) {
    return Lax.reshape(roll(ShapeFunctions.ravel(x), shift, 0), x.shape());
  }

  /**
   * {@return the elements moved along an axis, the last ones coming in first}
   *
   * @param shift by how many places; negative the other way
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.roll.html">jnp.roll</a>
   */
  public static Array roll(Array x, int shift, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "roll");
    int size = x.dim(dimension);
    int at = size == 0 ? 0 : Math.floorMod(-shift, size);
    return at == 0
        ? x
        : Lax.concatenate(
            List.of(sliced(x, dimension, at, size), sliced(x, dimension, 0, at)), dimension);
  }

  /** {@return the elements moved along several axes, each by its own number of places} */
  public static Array roll(Array x, int[] shifts, int[] axes) {
    if (shifts.length != axes.length) {
      throw new ShapeException(
          "roll needs one shift for each axis, but got shifts %s and axes %s."
              .formatted(Arrays.toString(shifts), Arrays.toString(axes)));
    }
    var rolled = x;
    for (int i = 0; i < axes.length; i++) {
      rolled = roll(rolled, shifts[i], axes[i]);
    }
    return rolled;
  }

  /**
   * {@return the elements moved along an axis, the last ones coming in first}
   *
   * @param shift by how many places, an integer scalar, which may be traced
   */
  public static Array roll(Array x, Array shift, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "roll");
    Operands.requireInteger("roll", "a shift", shift);
    int size = x.dim(dimension);
    if (size == 0) {
      return x;
    }
    var places = Lax.convertElementType(shift, DType.I32);
    var start =
        ArithmeticFunctions.mod(
            ArithmeticFunctions.negative(places), Operands.constant(places, size));
    return Lax.dynamicSliceInDim(Lax.concatenate(List.of(x, x), dimension), start, size, dimension);
  }

  /** {@return the elements in reverse order along the second axis} */
  public static Array fliplr(Array x) {
    return flip(x, 1);
  }

  /** {@return the elements in reverse order along the first axis} */
  public static Array flipud(Array x) {
    return flip(x, 0);
  }

  /** {@return the elements in reverse order along the given axes, or along all} */
  public static Array flip(Array x, int... axes) {
    return Lax.rev(
        x, axes.length == 0 ? Axes.range(0, x.rank()) : Axes.of(axes).normalized(x.rank(), "flip"));
  }

  /** {@return the array rotated by 90 degrees, from the first axis to the second} */
  public static Array rot90(Array x) {
    return rot90(x, 1);
  }

  /** {@return the array rotated by multiples of 90 degrees, from the first axis to the second} */
  public static Array rot90(Array x, int quarters) {
    return rot90(x, quarters, 0, 1);
  }

  /**
   * {@return the plane of two axes rotated by multiples of 90 degrees from the first to the second}
   *
   * @param quarters the number of rotations by 90 degrees; negative the other way
   */
  public static Array rot90(Array x, int quarters, int axis1, int axis2) {
    return switch (Math.floorMod(quarters, 4)) {
      case 0 -> x;
      case 1 -> ShapeFunctions.swapaxes(flip(x, axis2), axis1, axis2);
      case 2 -> flip(flip(x, axis1), axis2);
      default -> flip(ShapeFunctions.swapaxes(x, axis1, axis2), axis2);
    };
  }
}
