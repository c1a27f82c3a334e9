package io.cambric.optax.schedule;

import io.cambric.core.Array;
import io.cambric.optax.hyperparameter.Hyperparameters;

/**
 * The polynomial schedule, from one value to another by a power of the share of remaining steps.
 *
 * <pre>
 *   k = clip(count - begin, 0, steps)
 *   (init - end) (1 - k / steps)^power + end
 * </pre>
 */
record PolynomialSchedule(double init, double end, double power, int steps, int begin)
    implements Schedule {

  PolynomialSchedule {
    Hyperparameters.requireFinite("polynomial schedule", "init value", init);
    Hyperparameters.requireFinite("polynomial schedule", "end value", end);
    Hyperparameters.requireFinite("polynomial schedule", "power", power);
    if (steps < 1) {
      throw new IllegalArgumentException("no steps are a constant schedule");
    }
  }

  @Override
  public Array value(Array count) {
    var done = StepCounts.clip(StepCounts.minus(count, begin), 0, steps);
    var left = StepCounts.share(done, steps).neg().add(1);
    return left.pow(power).mul(init - end).add(end);
  }
}
