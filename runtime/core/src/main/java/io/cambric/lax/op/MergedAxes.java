package io.cambric.lax.op;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Points in row-major order, each with a row of a list and a position in memory. Neighbouring axes
 * are merged if one step along the outer axis is as long as all steps along the inner one.
 *
 * @param sizes of the axes, of which there is at least one
 * @param rows number of rows per step along an axis
 * @param steps distance in memory per step along an axis
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

  /** {@return the number of rows per step along a line} */
  int lineRows() {
    return rows[rows.length - 1];
  }

  /** {@return the distance in memory per step along a line} */
  int lineStep() {
    return steps[steps.length - 1];
  }

  /** {@return whether all positions are multiples of a number} */
  boolean areMultiplesOf(int number) {
    return Arrays.stream(steps).allMatch(step -> step % number == 0);
  }

  /** {@return the points of a range, line by line} */
  Lines lines(int from, int to) {
    return new Lines(from, to);
  }

  /** An iteration over points, one line at a time. Mutable. */
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

    /** Moves to the first or the next line. {@return whether there is one} */
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

    /** {@return the position of the first point} */
    int place() {
      return place;
    }

    /** {@return the number of points} */
    int length() {
      return length;
    }
  }
}
