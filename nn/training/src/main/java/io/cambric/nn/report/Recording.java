package io.cambric.nn.report;

import java.util.ArrayList;
import java.util.Arrays;

/**
 * The numbers of one name in the order of their arrival; mutable, for one thread. Each step has one
 * number.
 */
final class Recording {

  private static final int FIRST_CAPACITY = 64;

  private long[] steps = new long[FIRST_CAPACITY];
  private double[] values = new double[FIRST_CAPACITY];
  private int size;

  /** A number and its step. */
  record Entry(long step, double value) {}

  /** Adds a number, or replaces the number of its step. Steps mostly ascend. */
  void put(long step, double value) {
    int place =
        size > 0 && steps[size - 1] < step ? ~size : Arrays.binarySearch(steps, 0, size, step);
    if (place >= 0) {
      values[place] = value;
      return;
    }
    if (size == steps.length) {
      steps = Arrays.copyOf(steps, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    int at = ~place;
    System.arraycopy(steps, at, steps, at + 1, size - at);
    System.arraycopy(values, at, values, at + 1, size - at);
    steps[at] = step;
    values[at] = value;
    size++;
  }

  /** {@return the last number} */
  Entry last() {
    return new Entry(steps[size - 1], values[size - 1]);
  }

  /** {@return the first of the lowest numbers; the last number where all are NaN} */
  Entry lowest() {
    int low = -1;
    for (int i = 0; i < size; i++) {
      if (low < 0 ? !Double.isNaN(values[i]) : values[i] < values[low]) {
        low = i;
      }
    }
    return low < 0 ? last() : new Entry(steps[low], values[low]);
  }

  /** {@return the first of the highest numbers; the last number where all are NaN} */
  Entry highest() {
    int high = -1;
    for (int i = 0; i < size; i++) {
      if (high < 0 ? !Double.isNaN(values[i]) : values[i] > values[high]) {
        high = i;
      }
    }
    return high < 0 ? last() : new Entry(steps[high], values[high]);
  }

  /** {@return the numbers so far as a curve} */
  Series toSeries(String name) {
    var points = new ArrayList<Series.Point>(size);
    for (int i = 0; i < size; i++) {
      points.add(new Series.Point(steps[i], values[i]));
    }
    return new Series(name, points);
  }
}
