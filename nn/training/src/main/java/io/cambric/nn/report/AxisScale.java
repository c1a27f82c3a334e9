package io.cambric.nn.report;

import java.util.List;

/** A mapping of numbers to positions along an axis, with ticks at round numbers. */
interface AxisScale {

  /** Larger numbers would overflow on an axis. */
  double LARGEST = 1e300;

  /** {@return whether an axis can show a number at all} */
  static boolean hasPlace(double value) {
    return Math.abs(value) <= LARGEST;
  }

  /** {@return the position of a number: 0 at the low end, 1 at the high end} */
  double at(double value);

  /** {@return the marked numbers, ascending} */
  List<Tick> ticks();

  /**
   * A marked number.
   *
   * @param value within the ends
   * @param label short
   */
  record Tick(double value, String label) {}
}
