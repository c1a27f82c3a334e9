package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.Arrays;
import java.util.List;

/** Elements repeated, and elements in another order. */
public final class Rearranging {

  private Rearranging() {}

  /**
   * {@return x repeated a number of times along each axis}
   *
   * @param repetitions one number per axis, counted from the last; further numbers add axes in
   *     front
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
   * {@return each element repeated a number of times along an axis}
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

  /** {@return each element of the flattened array repeated a number of times} */
  public static Array repeat(Array x, int repetitions) {
    return repeat(Shapes.ravel(x), repetitions, 0);
  }

  /** {@return each element along an axis repeated by its own number} */
  public static Array repeat(Array x, int[] repetitions, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "repeat");
    if (repetitions.length != x.dim(dimension)) {
      throw new ShapeException(
          "repeat of %s along axis %d needs %d repetition counts, but got %d."
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
    return ElementSelection.take(x, Creation.array(indices), dimension);
  }

  /**
   * {@return each element along an axis repeated by its own number}
   *
   * <p>The numbers may be traced, because the size of the result is given.
   *
   * @param repetitions integers, one for each element
   * @param totalLength size of the result along the axis: excess elements are cut off, and the last
   *     element fills missing positions
   */
  public static Array repeat(Array x, Array repetitions, int axis, int totalLength) {
    int dimension = Axes.normalize(axis, x.rank(), "repeat");
    Operands.requireInteger("repeat", "numbers", repetitions);
    int size = x.dim(dimension);
    var ends = Sums.cumsum(Shapes.broadcastTo(repetitions, Shape.of(size)), 0);
    var places =
        Searching.searchsorted(ends, Ranges.arange(totalLength).astype(ends.dtype()), true);
    return ElementSelection.take(x, Extrema.minimum(places, size - 1), dimension);
  }

  /**
   * {@return the elements moved along the flattened array, with the last elements moved to the
   * front}
   */
  public static Array roll(Array x, int shift) {
    return Lax.reshape(roll(Shapes.ravel(x), shift, 0), x.shape());
  }

  /**
   * {@return the elements moved along an axis, with the last elements moved to the front}
   *
   * @param shift number of positions; negative in the other direction
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.roll.html">jnp.roll</a>
   */
  public static Array roll(Array x, int shift, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "roll");
    int size = x.dim(dimension);
    int at = size == 0 ? 0 : Math.floorMod(-shift, size);
    return at == 0
        ? x
        : Lax.concatenate(
            List.of(Operands.sliced(x, dimension, at, size), Operands.sliced(x, dimension, 0, at)),
            dimension);
  }

  /** {@return the elements moved along several axes, along each by its own number of positions} */
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
   * {@return the elements moved along an axis, with the last elements moved to the front}
   *
   * @param shift number of positions, an integer scalar, which may be traced
   */
  public static Array roll(Array x, Array shift, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "roll");
    Operands.requireInteger("roll", "a shift", shift);
    int size = x.dim(dimension);
    if (size == 0) {
      return x;
    }
    var places = Lax.convertElementType(shift, DType.I32);
    var start = Arithmetic.mod(Arithmetic.negative(places), Operands.constant(places, size));
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
   * @param quarters the number of rotations by 90 degrees; negative in the other direction
   */
  public static Array rot90(Array x, int quarters, int axis1, int axis2) {
    return switch (Math.floorMod(quarters, 4)) {
      case 0 -> x;
      case 1 -> Shapes.swapaxes(flip(x, axis2), axis1, axis2);
      case 2 -> flip(flip(x, axis1), axis2);
      default -> flip(Shapes.swapaxes(x, axis1, axis2), axis2);
    };
  }
}
