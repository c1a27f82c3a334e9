package io.cambric.optax.schedule;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.optax.hyperparameter.Hyperparameters;
import org.jspecify.annotations.Nullable;

/**
 * Exponential decay: a value multiplied by a rate every given number of steps, down or up to an end
 * value.
 *
 * <pre>
 *   init rate^((count - begin) / steps)
 * </pre>
 */
record ExponentialDecaySchedule(
    double init, int steps, double rate, int begin, boolean staircase, @Nullable Double end)
    implements Schedule {

  ExponentialDecaySchedule {
    Hyperparameters.requireFinite("exponential decay", "init value", init);
    Hyperparameters.requirePositive(
        "exponential decay",
        "decay rate",
        rate,
        "It is the factor for each period of transition steps.");
    if (steps < 1) {
      throw new IllegalArgumentException("no steps are a constant schedule");
    }
  }

  @Override
  public Array value(Array count) {
    var past = StepCounts.minus(count, begin);
    var periods = StepCounts.share(past, steps);
    if (staircase) {
      periods = Lax.floor(periods);
    }
    var decayed = NdArray.weakScalar(rate).pow(periods).mul(init);
    var value = Lax.select(StepCounts.isBelow(past, 1), Lax.fullLike(decayed, init), decayed);
    return end == null ? value : clip(value, Lax.fullLike(value, end));
  }

  private Array clip(Array value, Array end) {
    return rate < 1 ? Lax.max(value, end) : Lax.min(value, end);
  }
}
