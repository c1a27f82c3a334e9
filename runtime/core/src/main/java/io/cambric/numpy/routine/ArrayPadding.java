package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.option.PadMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Elements before and after the elements of an array. */
public final class ArrayPadding {

  private ArrayPadding() {}

  /** {@return x with zeros before and after it} */
  public static Array pad(Array x, int[][] widths) {
    return pad(x, widths, 0);
  }

  /**
   * {@return x with one value before and after it}
   *
   * @param widths numbers of elements before and after, for each axis; a single pair applies to all
   *     axes
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
   * {@return x with values before and after it, along one axis after another}
   *
   * @param widths numbers of elements before and after, for each axis; a single pair applies to all
   *     axes
   * @param values values before and after the elements, for each axis; a single pair applies to all
   *     axes
   */
  public static Array pad(Array x, int[][] widths, double[][] values) {
    int[][] pairs = pairs(x, widths);
    requirePairs(x, values);
    var padded = x;
    for (int axis = 0; axis < x.rank(); axis++) {
      var ends = of(values, axis);
      padded = around(padded, axis, pairs[axis], constant(x, ends[0]), constant(x, ends[1]));
    }
    return padded;
  }

  /**
   * {@return x with more elements before and after it}
   *
   * @param widths numbers of elements before and after, for each axis; a single pair applies to all
   *     axes
   * @throws ShapeException if a width is negative, or their number differs from the number of axes
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.pad.html">jnp.pad</a>
   */
  public static Array pad(Array x, int[][] widths, PadMode mode) {
    return pad(x, widths, mode, new double[][] {{0, 0}});
  }

  /**
   * {@return x with more elements before and after it}
   *
   * @param ends ends of {@code LINEAR_RAMP} or values of {@code CONSTANT}, for each axis; a single
   *     pair applies to all axes
   */
  public static Array pad(Array x, int[][] widths, PadMode mode, double[][] ends) {
    if (mode == PadMode.CONSTANT || mode == PadMode.EMPTY) {
      return pad(x, widths, ends);
    }
    int[][] pairs = pairs(x, widths);
    requirePairs(x, ends);
    var padded = x;
    for (int axis = 0; axis < pairs.length; axis++) {
      int before = pairs[axis][0];
      int after = pairs[axis][1];
      if (before + after == 0) {
        continue;
      }
      requireElements(x, axis, mode);
      int skipped = x.dim(axis) > 1 ? 1 : 0;
      padded =
          switch (mode) {
            case WRAP -> wrapped(padded, axis, before, after);
            case REFLECT -> mirrored(padded, axis, before, after, skipped, false);
            case REFLECT_ODD -> mirrored(padded, axis, before, after, skipped, true);
            case SYMMETRIC -> mirrored(padded, axis, before, after, 0, false);
            case SYMMETRIC_ODD -> mirrored(padded, axis, before, after, 0, true);
            case EDGE -> edged(padded, axis, pairs[axis]);
            case LINEAR_RAMP -> ramped(padded, axis, pairs[axis], of(ends, axis));
            case MAXIMUM, MEAN, MEDIAN, MINIMUM -> {
              var statistic = statistic(padded, axis, mode);
              yield around(padded, axis, pairs[axis], statistic, statistic);
            }
            case CONSTANT, EMPTY -> throw new AssertionError("handled above");
          };
    }
    return padded;
  }

  /**
   * {@return x with a statistic of its first elements before and of its last elements after it}
   *
   * @param mode {@code MAXIMUM}, {@code MEAN}, {@code MEDIAN} or {@code MINIMUM}
   * @param lengths numbers of first and of last elements that count, for each axis; a single pair
   *     applies to all axes
   */
  public static Array pad(Array x, int[][] widths, PadMode mode, int[][] lengths) {
    int[][] pairs = pairs(x, widths);
    requirePairs(x, "lengths", lengths, Arrays.stream(lengths).mapToInt(pair -> pair.length));
    var padded = x;
    for (int axis = 0; axis < pairs.length; axis++) {
      if (pairs[axis][0] + pairs[axis][1] == 0) {
        continue;
      }
      requireElements(x, axis, mode);
      int[] counts = lengths.length == 1 ? lengths[0] : lengths[axis];
      int size = padded.dim(axis);
      if (Math.min(counts[0], counts[1]) < 1) {
        throw new ShapeException(
            "pad of %s in mode %s needs lengths of at least 1 for its statistics, but got %s."
                .formatted(x.aval(), mode, Arrays.deepToString(lengths)));
      }
      var first = Operands.sliced(padded, axis, 0, Math.min(size, counts[0]));
      var last = Operands.sliced(padded, axis, size - Math.min(size, counts[1]), size);
      padded =
          around(
              padded, axis, pairs[axis], statistic(first, axis, mode), statistic(last, axis, mode));
    }
    return padded;
  }

  private static Array constant(Array x, double value) {
    return Operands.constant(x, value);
  }

  private static double[] of(double[][] pairs, int axis) {
    return pairs.length == 1 ? pairs[0] : pairs[axis];
  }

  private static void requirePairs(Array x, double[][] values) {
    requirePairs(x, "values", values, Arrays.stream(values).mapToInt(pair -> pair.length));
  }

  private static void requirePairs(Array x, String what, Object[] values, IntStream lengths) {
    boolean fits = values.length == 1 || values.length == x.rank();
    if (!fits || lengths.anyMatch(length -> length != 2)) {
      throw new ShapeException(
          "pad of %s needs one pair of %s, or one for each of its %d axes, but got %s."
              .formatted(x.aval(), what, x.rank(), Arrays.deepToString(values)));
    }
  }

  private static void requireElements(Array x, int axis, PadMode mode) {
    if (x.dim(axis) == 0) {
      throw new ShapeException(
          "pad of %s in mode %s needs at least one element along axis %d, but got none. Use mode CONSTANT."
              .formatted(x.aval(), mode, axis));
    }
  }

  private static Array statistic(Array x, int axis, PadMode mode) {
    var axes = Axes.of(axis);
    var value =
        switch (mode) {
          case MAXIMUM -> Extrema.max(x, axes, true);
          case MINIMUM -> Extrema.min(x, axes, true);
          case MEAN -> Averages.mean(x, axes, true);
          case MEDIAN -> Quantiles.median(x, axes, true);
          default ->
              throw new ShapeException(
                  "pad with lengths needs mode MAXIMUM, MEAN, MEDIAN or MINIMUM, but got %s."
                      .formatted(mode));
        };
    var rounded =
        x.dtype().isInteger() && value.dtype().isFloating() ? Roundings.round(value) : value;
    return Lax.convertElementType(rounded, x.dtype(), x.aval().weak());
  }

  private static int[][] pairs(Array x, int[][] widths) {
    boolean fits = widths.length == x.rank() || widths.length == 1;
    for (int[] pair : widths) {
      fits &= pair.length == 2 && pair[0] >= 0 && pair[1] >= 0;
    }
    if (!fits) {
      throw new ShapeException(
          "pad of %s needs a pair of non-negative widths for each of its %d axes, or one pair for all, but got %s."
              .formatted(x.aval(), x.rank(), Arrays.deepToString(widths)));
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
      parts.add(Operands.sliced(x, axis, size - before % size, size));
    }
    parts.addAll(Collections.nCopies(before / size + after / size + 1, x));
    if (after % size > 0) {
      parts.add(Operands.sliced(x, axis, 0, after % size));
    }
    return Lax.concatenate(parts, axis);
  }

  /**
   * Mirrors the elements repeatedly, since the padding may be longer than the array.
   *
   * @param odd whether values are reflected about the mirror element, too
   */
  private static Array mirrored(
      Array x, int axis, int before, int after, int skipped, boolean odd) {
    var padded = x;
    int step = x.dim(axis) - skipped;
    for (int left = before; left > 0; left -= step) {
      var part = Operands.sliced(padded, axis, skipped, skipped + Math.min(left, step));
      var edge = Operands.sliced(padded, axis, 0, 1);
      padded =
          Lax.concatenate(List.of(turned(Rearranging.flip(part, axis), edge, odd), padded), axis);
    }
    for (int left = after; left > 0; left -= step) {
      int size = padded.dim(axis);
      int end = size - skipped;
      var part = Operands.sliced(padded, axis, end - Math.min(left, step), end);
      var edge = Operands.sliced(padded, axis, size - 1, size);
      padded =
          Lax.concatenate(List.of(padded, turned(Rearranging.flip(part, axis), edge, odd)), axis);
    }
    return padded;
  }

  private static Array turned(Array part, Array edge, boolean odd) {
    return odd
        ? Arithmetic.subtract(Arithmetic.multiply(edge, Operands.constant(edge, 2)), part)
        : part;
  }

  private static Array edged(Array x, int axis, int[] widths) {
    int size = x.dim(axis);
    return around(
        x, axis, widths, Operands.sliced(x, axis, 0, 1), Operands.sliced(x, axis, size - 1, size));
  }

  /** {@return x between values of size 1 along an axis, which are repeated along it} */
  private static Array around(Array x, int axis, int[] widths, Array before, Array after) {
    var parts = new ArrayList<Array>();
    if (widths[0] > 0) {
      parts.add(Shapes.broadcastTo(before, x.shape().with(axis, widths[0])));
    }
    parts.add(x);
    if (widths[1] > 0) {
      parts.add(Shapes.broadcastTo(after, x.shape().with(axis, widths[1])));
    }
    return Lax.concatenate(parts, axis);
  }

  private static Array ramped(Array x, int axis, int[] widths, double[] ends) {
    int size = x.dim(axis);
    var first = ramp(x, axis, ends[0], Operands.sliced(x, axis, 0, 1), widths[0]);
    var last = ramp(x, axis, ends[1], Operands.sliced(x, axis, size - 1, size), widths[1]);
    return Lax.concatenate(List.of(first, x, Rearranging.flip(last, axis)), axis);
  }

  /** {@return values from an end to just before an edge along an axis} */
  private static Array ramp(Array x, int axis, double end, Array edge, int count) {
    var real = Operands.inexact(edge);
    var values =
        Ranges.linspace(Operands.constant(real, end), Shapes.squeeze(real, axis), count, false);
    var whole = x.dtype().isInteger() ? Lax.floor(values) : values;
    var ramp = Lax.convertElementType(whole, x.dtype(), x.aval().weak());
    return Shapes.moveaxis(ramp, 0, axis);
  }
}
