package io.cambric.nn.report;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis on which equal ratios have equal lengths.
 *
 * @param low its beginning, at least {@link #LEAST}
 * @param high its end, above
 */
record LogScale(double low, double high) implements AxisScale {

  /** Below smaller numbers there is no exact power of ten. */
  static final double LEAST = 1e-300;

  private static final double[] ROUND = {1, 2, 5};

  /** Powers of ten up to which the numbers between them are marked, too. */
  private static final double FEW_DECADES = 2.5;

  private static final int MAX_DECADES = 7;

  /** Tolerance for the logarithm of a power of ten, which need not be a whole number. */
  private static final double SLACK = 1e-9;

  /**
   * {@return an axis around numbers from {@link #LEAST} on, whose ends are 1, 2 or 5 times a power
   * of ten}
   */
  static LogScale around(double low, double high) {
    double below = roundBelow(low);
    double above = roundAbove(high);
    return below < above ? new LogScale(below, above) : new LogScale(below / 10, above * 10);
  }

  private static double roundBelow(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value) + SLACK));
    double below = power;
    for (double round : ROUND) {
      if (round * power <= value * (1 + SLACK)) {
        below = round * power;
      }
    }
    return below;
  }

  private static double roundAbove(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value) + SLACK));
    for (double round : ROUND) {
      if (round * power >= value * (1 - SLACK)) {
        return round * power;
      }
    }
    return 10 * power;
  }

  @Override
  public double at(double value) {
    return (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low));
  }

  @Override
  public List<Tick> ticks() {
    double decades = Math.log10(high) - Math.log10(low);
    int pace = (int) Math.ceil(decades / MAX_DECADES);
    var ticks = new ArrayList<Tick>();
    int first = (int) Math.floor(Math.log10(low) + SLACK);
    int last = (int) Math.floor(Math.log10(high) + SLACK);
    for (int exponent = first; exponent <= last; exponent++) {
      double power = Math.pow(10, exponent);
      for (double round : ROUND) {
        double value = round * power;
        boolean isMarked = round == 1 ? exponent % pace == 0 : decades <= FEW_DECADES;
        if (isMarked && value >= low * (1 - SLACK) && value <= high * (1 + SLACK)) {
          ticks.add(new Tick(value, TickText.of(value)));
        }
      }
    }
    return ticks;
  }
}
