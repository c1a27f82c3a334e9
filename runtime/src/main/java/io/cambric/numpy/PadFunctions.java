package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Padding: more elements before and after those of an array. */
abstract class PadFunctions extends JoinFunctions {

  PadFunctions() {}

  /** {@return x with zeros before and after it} */
  public static Array pad(Array x, int[][] widths) {
    return pad(x, widths, 0);
  }

  /**
   * {@return x with one value before and after it}
   *
   * @param widths for each axis how many elements come before and how many after; one pair stands
   *     for all axes
   */
  public static Array pad(Array x, int[][] widths, double value) {
    int[][] pairs = pairs(x, widths);
    int rank = x.rank();
    int[] low = new int[rank];
    int[] high = new int[rank];
    for (int i = 0; i < rank; i++) {
      low[i] = pairs[i][0];
      high[i] = pairs[i][1];
    }
    return Lax.pad(
        x, Operands.constant(x, value), Axes.of(low), Axes.of(high), Axes.filled(rank, 0));
  }

  /**
   * {@return x with more elements before and after it}
   *
   * @param widths for each axis how many elements come before and how many after; one pair stands
   *     for all axes
   * @throws ShapeException if a width is negative, or their number is not that of the axes
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.pad.html">jnp.pad</a>
   */
  public static Array pad(Array x, int[][] widths, PadMode mode) {
    if (mode == PadMode.CONSTANT) {
      return pad(x, widths, 0);
    }
    int[][] pairs = pairs(x, widths);
    var padded = x;
    for (int axis = 0; axis < pairs.length; axis++) {
      int before = pairs[axis][0];
      int after = pairs[axis][1];
      if (before + after == 0) {
        continue;
      }
      if (x.dim(axis) == 0) {
        throw new ShapeException(
            "pad of %s in mode %s needs elements along axis %d to fill in, but there are none. Use mode CONSTANT."
                .formatted(x.aval(), mode, axis));
      }
      padded =
          switch (mode) {
            case WRAP -> wrapped(padded, axis, before, after);
            case REFLECT -> mirrored(padded, axis, before, after, x.dim(axis) > 1 ? 1 : 0);
            case SYMMETRIC -> mirrored(padded, axis, before, after, 0);
            case EDGE -> edged(padded, axis, before, after);
            case CONSTANT -> throw new AssertionError("handled above");
          };
    }
    return padded;
  }

  private static int[][] pairs(Array x, int[][] widths) {
    boolean fits = widths.length == x.rank() || widths.length == 1;
    for (int[] pair : widths) {
      fits &= pair.length == 2 && pair[0] >= 0 && pair[1] >= 0;
    }
    if (!fits) {
      throw new ShapeException(
          "pad of %s needs a pair of widths, not negative, for each of its %d axes, or one pair for all, but got %s."
              .formatted(x.aval(), x.rank(), java.util.Arrays.deepToString(widths)));
    }
    int[][] pairs = new int[x.rank()][];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = widths.length == 1 ? widths[0] : widths[i];
    }
    return pairs;
  }

  private static Array wrapped(Array x, int axis, int before, int after) {
    int size = x.dim(axis);
    var parts = new ArrayList<Array>();
    if (before % size > 0) {
      parts.add(sliced(x, axis, size - before % size, size));
    }
    parts.addAll(Collections.nCopies(before / size + after / size + 1, x));
    if (after % size > 0) {
      parts.add(sliced(x, axis, 0, after % size));
    }
    return Lax.concatenate(parts, axis);
  }

  /** Mirrors what is there again and again, as padding may be longer than the array. */
  private static Array mirrored(Array x, int axis, int before, int after, int skipped) {
    var padded = x;
    int step = x.dim(axis) - skipped;
    for (int left = before; left > 0; left -= step) {
      var part = sliced(padded, axis, skipped, skipped + Math.min(left, step));
      padded = Lax.concatenate(List.of(flip(part, axis), padded), axis);
    }
    for (int left = after; left > 0; left -= step) {
      int end = padded.dim(axis) - skipped;
      var part = sliced(padded, axis, end - Math.min(left, step), end);
      padded = Lax.concatenate(List.of(padded, flip(part, axis)), axis);
    }
    return padded;
  }

  private static Array edged(Array x, int axis, int before, int after) {
    int size = x.dim(axis);
    return Lax.concatenate(
        List.of(
            repeat(sliced(x, axis, 0, 1), before, axis),
            x,
            repeat(sliced(x, axis, size - 1, size), after, axis)),
        axis);
  }
}
