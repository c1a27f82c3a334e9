package io.cambric.lax.op;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Points in row-major order that have a row of a list and a place in memory. Neighbouring axes are
 * one axis where a step along the outer one is as long as all steps along the inner one.
 *
 * @param sizes of the axes, at least one of them
 * @param rows how many rows a step along an axis is
 * @param steps what a step along an axis is in memory
 */
record MergedAxes(int[] sizes, int[] rows, int[] steps) {

  /** {@return the axes, merged} */
  static MergedAxes of(int[] sizes, int[] rows, int[] steps) {
    int[] kept = new int[sizes.length + 1];
    int[] ofRows = new int[kept.length];
    int[] inMemory = new int[kept.length];
    int last = -1;
    for (int axis = 0; axis < sizes.length; axis++) {
      if (sizes[axis] == 1) {
        continue;
      }
      boolean follows =
          last >= 0
              && ofRows[last] == rows[axis] * sizes[axis]
              && inMemory[last] == steps[axis] * sizes[axis];
      if (follows) {
        kept[last] *= sizes[axis];
      } else {
        kept[++last] = sizes[axis];
      }
      ofRows[last] = rows[axis];
      inMemory[last] = steps[axis];
    }
    if (last < 0) {
      kept[++last] = 1;
    }
    return new MergedAxes(
        Arrays.copyOf(kept, last + 1),
        Arrays.copyOf(ofRows, last + 1),
        Arrays.copyOf(inMemory, last + 1));
  }

  /** {@return the number of points} */
  int count() {
    return IntStream.of(sizes).reduce(1, (a, b) -> a * b);
  }

  /** {@return the number of points in a line} */
  int lineLength() {
    return sizes[sizes.length - 1];
  }

  /** {@return how many rows a step along a line is} */
  int lineRows() {
    return rows[rows.length - 1];
  }

  /** {@return what a step along a line is in memory} */
  int lineStep() {
    return steps[steps.length - 1];
  }

  /** {@return whether all places are multiples of a number} */
  boolean areMultiplesOf(int number) {
    return Arrays.stream(steps).allMatch(step -> step % number == 0);
  }

  /** {@return the points of a range, line by line} */
  Lines lines(int from, int to) {
    return new Lines(from, to);
  }

  /** A walk over points, of which it shows one line at a time. Mutable. */
  final class Lines {

    private final int[] index = new int[sizes.length];
    private final int last = sizes.length - 1;
    private final int to;
    private int at;
    private int row;
    private int place;
    private int length;

    private Lines(int from, int to) {
      this.to = to;
      at = from;
      int rest = from;
      for (int axis = last; axis >= 0 && from < to; axis--) {
        index[axis] = rest % sizes[axis];
        rest /= sizes[axis];
        row += index[axis] * rows[axis];
        place += index[axis] * steps[axis];
      }
    }

    /** Goes to the first or the next line; {@return whether there is one} */
    boolean next() {
      if (length > 0) {
        advance();
      }
      length = Math.min(sizes[last] - index[last], to - at);
      return length > 0;
    }

    private void advance() {
      at += length;
      index[last] += length;
      row += length * rows[last];
      place += length * steps[last];
      for (int axis = last; axis > 0 && index[axis] == sizes[axis]; axis--) {
        row += rows[axis - 1] - index[axis] * rows[axis];
        place += steps[axis - 1] - index[axis] * steps[axis];
        index[axis] = 0;
        index[axis - 1]++;
      }
    }

    /** {@return the number of the first point of the line} */
    int at() {
      return at;
    }

    /** {@return the row of the first point} */
    int row() {
      return row;
    }

    /** {@return the place of the first point} */
    int place() {
      return place;
    }

    /** {@return the number of points} */
    int length() {
      return length;
    }
  }
}
