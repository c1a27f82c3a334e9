package io.cambric.optax.schedule;

import io.cambric.array.Axes;
import io.cambric.errors.HyperparameterException;
import io.cambric.optax.hyperparameter.Hyperparameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The schedules, as functions. Counts are in steps; values are unitless and computed in f32.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_schedules.html">optax
 *     schedules</a>
 */
public final class Schedules {

  private Schedules() {}

  /** {@return the same value at every count} */
  public static Schedule constant(double value) {
    return new ConstantSchedule(value);
  }

  /** {@return a line from one value to another over a number of steps, then the end value} */
  public static Schedule linear(double init, double end, int transitionSteps) {
    return linear(init, end, transitionSteps, 0);
  }

  /** {@return a line from one value to another, after some steps at the first value} */
  public static Schedule linear(double init, double end, int transitionSteps, int transitionBegin) {
    return transition("linear schedule", init, end, 1, transitionSteps, transitionBegin);
  }

  /**
   * {@return {@code (init - end) (1 - count / transitionSteps)^power + end}, then the end value}
   */
  public static Schedule polynomial(double init, double end, double power, int transitionSteps) {
    return polynomial(init, end, power, transitionSteps, 0);
  }

  /**
   * {@return a polynomial transition, after some steps at the first value}
   *
   * @param init value up to the beginning
   * @param end value from the last step of the transition on
   * @param power power of the fraction of remaining steps
   * @param transitionSteps length of the transition; 0 or less keeps the first value forever
   * @param transitionBegin steps before the transition; a negative number counts as 0
   */
  public static Schedule polynomial(
      double init, double end, double power, int transitionSteps, int transitionBegin) {
    return transition("polynomial schedule", init, end, power, transitionSteps, transitionBegin);
  }

  private static Schedule transition(
      String name, double init, double end, double power, int transitionSteps, int begin) {
    Hyperparameters.requireFinite(name, "init value", init);
    Hyperparameters.requireFinite(name, "end value", end);
    Hyperparameters.requireFinite(name, "power", power);
    return transitionSteps <= 0
        ? constant(init)
        : new PolynomialSchedule(init, end, power, transitionSteps, Math.max(0, begin));
  }

  /** {@return a line up to the peak, then the peak value} */
  public static Schedule warmupConstant(double init, double peak, int warmupSteps) {
    return warmup("warmup constant schedule", init, peak, warmupSteps);
  }

  private static Schedule warmup(String name, double init, double peak, int warmupSteps) {
    Hyperparameters.requireFinite(name, "init value", init);
    Hyperparameters.requireFinite(name, "peak value", peak);
    return linear(init, peak, warmupSteps);
  }

  /** {@return {@code init decayRate^(count / transitionSteps)}} */
  public static Schedule exponentialDecay(double init, int transitionSteps, double decayRate) {
    return exponentialDecay(init, transitionSteps, decayRate, 0, false, null);
  }

  /**
   * {@return a value that is multiplied by {@code decayRate} every {@code transitionSteps} steps}
   *
   * @param init value up to the beginning
   * @param transitionSteps steps per factor; 0 or less keeps the first value forever
   * @param decayRate the factor; 0 keeps the first value forever
   * @param transitionBegin steps before the decay; a negative number counts as 0
   * @param staircase whether the whole factor applies at once after its steps
   * @param end value at which the decay stops: a lower bound if the rate is below 1, else an upper
   *     bound; {@code null} for none
   */
  public static Schedule exponentialDecay(
      double init,
      int transitionSteps,
      double decayRate,
      int transitionBegin,
      boolean staircase,
      @Nullable Double end) {
    return decay(
        "exponential decay", init, transitionSteps, decayRate, transitionBegin, staircase, end);
  }

  private static Schedule decay(
      String name,
      double init,
      int transitionSteps,
      double decayRate,
      int begin,
      boolean staircase,
      @Nullable Double end) {
    Hyperparameters.requireFinite(name, "init value", init);
    Hyperparameters.requireFinite(name, "decay rate", decayRate);
    Hyperparameters.requireNotNegative(
        name, "a decay rate", decayRate, "It is the factor for each period of transition steps.");
    if (end != null && end.isNaN()) {
      Hyperparameters.requireFinite(name, "end value", end);
    }
    return transitionSteps <= 0 || decayRate == 0
        ? constant(init)
        : new ExponentialDecaySchedule(
            init, transitionSteps, decayRate, Math.max(0, begin), staircase, end);
  }

  /** {@return half a cosine from a value down to 0} */
  public static Schedule cosineDecay(double init, int decaySteps) {
    return cosineDecay(init, decaySteps, 0, 1);
  }

  /**
   * {@return half a cosine from a value down to a share of it}
   *
   * @param init value at count 0
   * @param decaySteps steps to the end value, above 0
   * @param alpha the end value as a share of the first value
   * @param exponent power of the cosine, 1 for the usual curve
   * @see <a href="https://arxiv.org/abs/1608.03983">Loshchilov and Hutter, 2016</a>
   */
  public static Schedule cosineDecay(double init, int decaySteps, double alpha, double exponent) {
    var name = "cosine decay";
    Hyperparameters.requireFinite(name, "init value", init);
    Hyperparameters.requireFinite(name, "alpha", alpha);
    Hyperparameters.requireFinite(name, "exponent", exponent);
    if (decaySteps < 1) {
      throw new HyperparameterException(
          "cosine decay needs decay steps above 0, but got %d. They are the number of steps to the end value."
              .formatted(decaySteps));
    }
    return new CosineDecay(init, decaySteps, alpha, exponent);
  }

  /** {@return a line up to the peak, then half a cosine down to 0} */
  public static Schedule warmupCosineDecay(
      double init, double peak, int warmupSteps, int decaySteps) {
    return warmupCosineDecay(init, peak, warmupSteps, decaySteps, 0, 1);
  }

  /**
   * {@return a line up to the peak, then half a cosine down}
   *
   * @param init value at count 0
   * @param peak value after the warm-up
   * @param warmupSteps steps up to the peak
   * @param decaySteps steps to the end value, including the warm-up
   * @param end value at the end
   * @param exponent power of the cosine
   */
  public static Schedule warmupCosineDecay(
      double init, double peak, int warmupSteps, int decaySteps, double end, double exponent) {
    return warmupCosineDecay(
        "warmup cosine decay", init, peak, warmupSteps, decaySteps, end, exponent);
  }

  private static Schedule warmupCosineDecay(
      String name,
      double init,
      double peak,
      int warmupSteps,
      int decaySteps,
      double end,
      double exponent) {
    Hyperparameters.requireFinite(name, "end value", end);
    Hyperparameters.requireFinite(name, "exponent", exponent);
    if (decaySteps <= warmupSteps) {
      throw new HyperparameterException(
          "%s needs more decay steps than warm-up steps, but got %d and %d. Decay steps include the warm-up: pass the sum of both."
              .formatted(name, decaySteps, warmupSteps));
    }
    double alpha = peak == 0 ? 0 : end / peak;
    if (Double.isInfinite(alpha)) {
      throw new HyperparameterException(
          "%s needs an end value that is a finite multiple of the peak value, but got %s and %s. Raise the peak value."
              .formatted(name, end, peak));
    }
    int steps = (int) Math.min((long) decaySteps - warmupSteps, Integer.MAX_VALUE);
    return join(
        List.of(warmup(name, init, peak, warmupSteps), cosineDecay(peak, steps, alpha, exponent)),
        warmupSteps);
  }

  /**
   * {@return warm-ups and cosine decays one after another: warm restarts}
   *
   * @see <a href="https://arxiv.org/abs/1608.03983">Loshchilov and Hutter, 2016</a>
   */
  public static Schedule sgdr(List<Cycle> cycles) {
    if (cycles.isEmpty()) {
      throw new HyperparameterException("sgdr needs at least one cycle, but got none.");
    }
    var schedules = new ArrayList<Schedule>();
    var boundaries = new int[cycles.size()];
    long step = 0;
    for (int i = 0; i < boundaries.length; i++) {
      var c = cycles.get(i);
      schedules.add(
          warmupCosineDecay(
              "cycle " + i + " of sgdr",
              c.init(),
              c.peak(),
              c.warmupSteps(),
              c.decaySteps(),
              c.end(),
              c.exponent()));
      step = Math.min(step + c.decaySteps(), Integer.MAX_VALUE);
      boundaries[i] = (int) step;
    }
    return join(schedules, Arrays.copyOf(boundaries, boundaries.length - 1));
  }

  /**
   * {@return a line up to the peak, then exponential decay}
   *
   * @param init value at count 0
   * @param peak value after the warm-up
   * @param warmupSteps steps up to the peak
   * @param transitionSteps steps per factor
   * @param decayRate the factor
   * @param transitionBegin steps at the peak before the decay
   * @param staircase whether the whole factor applies at once after its steps
   * @param end bound at which the decay stops; {@code null} for none
   */
  public static Schedule warmupExponentialDecay(
      double init,
      double peak,
      int warmupSteps,
      int transitionSteps,
      double decayRate,
      int transitionBegin,
      boolean staircase,
      @Nullable Double end) {
    var name = "warmup exponential decay";
    return join(
        List.of(
            warmup(name, init, peak, warmupSteps),
            decay(name, peak, transitionSteps, decayRate, transitionBegin, staircase, end)),
        warmupSteps);
  }

  /**
   * {@return a value that is multiplied by a factor from each boundary on}
   *
   * @param init value before the first boundary
   * @param boundariesAndScales factors, not negative, by count
   */
  public static Schedule piecewiseConstant(double init, Map<Integer, Double> boundariesAndScales) {
    return new PiecewiseConstant(init, boundariesAndScales);
  }

  /** {@return lines between values at boundaries, each a multiple of the previous value} */
  public static Schedule piecewiseLinear(double init, Map<Integer, Double> boundariesAndScales) {
    return piecewise("piecewise linear schedule", false, init, boundariesAndScales);
  }

  /** {@return half cosines between values at boundaries, each a multiple of the previous value} */
  public static Schedule piecewiseCosine(double init, Map<Integer, Double> boundariesAndScales) {
    return piecewise("piecewise cosine schedule", true, init, boundariesAndScales);
  }

  private static Schedule piecewise(
      String name, boolean cosine, double init, Map<Integer, Double> boundariesAndScales) {
    Hyperparameters.requireFinite(name, "init value", init);
    var pieces = new ArrayList<Schedule>();
    var boundaries = new ArrayList<Integer>();
    int begin = 0;
    double from = init;
    for (var entry : new TreeMap<>(boundariesAndScales).entrySet()) {
      Hyperparameters.requireFinite(name, "scale factor", entry.getValue());
      Hyperparameters.requireNotNegative(
          name,
          "scale factors",
          entry.getValue(),
          "A factor multiplies the value at the previous boundary.");
      double to = from * entry.getValue();
      Hyperparameters.requireFinite(name, "product of init value and scale factors", to);
      pieces.add(new Interpolation(cosine, from, to, entry.getKey() - begin));
      boundaries.add(entry.getKey());
      begin = entry.getKey();
      from = to;
    }
    pieces.add(constant(from));
    return join(pieces, boundaries.stream().mapToInt(Integer::intValue).toArray());
  }

  /** {@return one cycle of lines, with the usual shares and factors} */
  public static Schedule linearOnecycle(int transitionSteps, double peak) {
    return linearOnecycle(transitionSteps, peak, 0.3, 0.85, 25, 1e4);
  }

  /**
   * {@return one cycle of lines: up to the peak, down to the first value, then down to the end}
   *
   * @param transitionSteps all steps of the cycle, above 0
   * @param peak the largest value
   * @param pctStart share of the steps that go up
   * @param pctFinal share of the steps at which the last part begins
   * @param divFactor peak / first value
   * @param finalDivFactor first value / last value
   * @see <a href="https://arxiv.org/abs/1708.07120">Smith and Topin, 2017</a>
   */
  public static Schedule linearOnecycle(
      int transitionSteps,
      double peak,
      double pctStart,
      double pctFinal,
      double divFactor,
      double finalDivFactor) {
    var name = "linear onecycle";
    requireCycle(name, transitionSteps, peak, divFactor, finalDivFactor);
    Hyperparameters.requireUnitInterval(name, "pctStart", pctStart);
    Hyperparameters.requireUnitInterval(name, "pctFinal", pctFinal);
    var scales = new TreeMap<Integer, Double>();
    scales.put((int) (pctStart * transitionSteps), divFactor);
    scales.put((int) (pctFinal * transitionSteps), 1 / divFactor);
    scales.put(transitionSteps, 1 / finalDivFactor);
    return piecewiseLinear(peak / divFactor, scales);
  }

  /** {@return one cycle of half cosines, with the usual share and factors} */
  public static Schedule cosineOnecycle(int transitionSteps, double peak) {
    return cosineOnecycle(transitionSteps, peak, 0.3, 25, 1e4);
  }

  /**
   * {@return one cycle of half cosines: up to the peak, then down to the end}
   *
   * @param transitionSteps all steps of the cycle, above 0
   * @param peak the largest value
   * @param pctStart share of the steps that go up
   * @param divFactor peak / first value
   * @param finalDivFactor first value / last value
   * @see <a href="https://arxiv.org/abs/1708.07120">Smith and Topin, 2017</a>
   */
  public static Schedule cosineOnecycle(
      int transitionSteps, double peak, double pctStart, double divFactor, double finalDivFactor) {
    var name = "cosine onecycle";
    requireCycle(name, transitionSteps, peak, divFactor, finalDivFactor);
    Hyperparameters.requireUnitInterval(name, "pctStart", pctStart);
    var scales = new TreeMap<Integer, Double>();
    scales.put((int) (pctStart * transitionSteps), divFactor);
    scales.put(transitionSteps, 1 / (divFactor * finalDivFactor));
    return piecewiseCosine(peak / divFactor, scales);
  }

  private static void requireCycle(
      String name, int transitionSteps, double peak, double divFactor, double finalDivFactor) {
    if (transitionSteps <= 0) {
      throw new HyperparameterException(
          "%s needs transition steps above 0, but got %d. They are the total number of steps of the cycle."
              .formatted(name, transitionSteps));
    }
    Hyperparameters.requireFinite(name, "peak value", peak);
    Hyperparameters.requireFactor(name, "divFactor", divFactor);
    Hyperparameters.requireFactor(name, "finalDivFactor", finalDivFactor);
  }

  /**
   * {@return one schedule after another, each counting from the boundary at which it begins}
   *
   * @param schedules in order
   * @param boundaries the count at which each schedule except the first begins
   */
  public static Schedule join(List<Schedule> schedules, int... boundaries) {
    return new JoinedSchedule(schedules, Axes.of(boundaries));
  }
}
