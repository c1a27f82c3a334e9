package io.cambric.optax.schedule;

/**
 * A line up to a peak, then half a cosine down: one of the cycles that {@link Schedules#sgdr}
 * joins.
 *
 * @param init value at the beginning of the cycle
 * @param peak value after the warm-up
 * @param warmupSteps steps up to the peak
 * @param decaySteps all steps of the cycle, including the warm-up
 * @param end value at the end of the cycle
 * @param exponent power of the cosine, 1 for the usual curve
 */
public record Cycle(
    double init, double peak, int warmupSteps, int decaySteps, double end, double exponent) {

  /** A cycle along the usual curve. */
  public Cycle(double init, double peak, int warmupSteps, int decaySteps, double end) {
    this(init, peak, warmupSteps, decaySteps, end, 1);
  }
}
