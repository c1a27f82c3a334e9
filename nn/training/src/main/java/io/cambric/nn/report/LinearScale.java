package io.cambric.nn.report;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis on which equal differences have equal lengths.
 *
 * @param low its beginning
 * @param high its end, above
 * @param step between ticks: 1, 2 or 5 times a power of ten
 */
record LinearScale(double low, double high, double step) implements AxisScale {

  /** Ends whose distance is less than this fraction of their size count as equal. */
  private static final double RESOLUTION = 1e-9;

  private static final double[] ROUND = {1, 2, 5, 10};

  /** {@return an axis from one number to another, with about a given number of ticks} */
  static LinearScale between(double low, double high, int ticks) {
    double size = Math.max(Math.abs(low), Math.abs(high));
    if (high - low <= RESOLUTION * size || high <= low) {
      double margin = size == 0 ? 1 : size / 2;
      return between(low - margin, high + margin, ticks);
    }
    return new LinearScale(low, high, step((high - low) / ticks));
  }

  /** {@return an axis around numbers, whose ends are ticks} */
  static LinearScale around(double low, double high, int ticks) {
    var inner = between(low, high, ticks);
    double step = inner.step;
    return new LinearScale(
        Math.floor(inner.low / step + RESOLUTION) * step,
        Math.ceil(inner.high / step - RESOLUTION) * step,
        step);
  }

  private static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double round : ROUND) {
      if (round * power >= least) {
        return round * power;
      }
    }
    return ROUND[ROUND.length - 1] * power;
  }

  /** {@return this with ticks at whole numbers only, as for steps} */
  LinearScale whole() {
    return new LinearScale(low, high, Math.max(1, step));
  }

  @Override
  public double at(double value) {
    return (value - low) / (high - low);
  }

  @Override
  public List<Tick> ticks() {
    var ticks = new ArrayList<Tick>();
    double slack = RESOLUTION * (high - low) / step;
    long last = (long) Math.floor(high / step + slack);
    for (long i = (long) Math.ceil(low / step - slack); i <= last; i++) {
      ticks.add(new Tick(i * step, TickText.of(i * step)));
    }
    return ticks;
  }
}
