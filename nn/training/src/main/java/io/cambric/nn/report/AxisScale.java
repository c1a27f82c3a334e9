package io.cambric.nn.report;

import java.util.List;

/** A mapping of numbers to positions along an axis, with ticks at round numbers. */
interface AxisScale {

  /** {@return where a number is: 0 at the low end, 1 at the high end} */
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
