package io.cambric.optax.schedule;

import io.cambric.core.Array;

/**
 * A schedule: a function from the step count to a hyperparameter, such as the learning rate.
 *
 * <p>The count excludes the current step, so the first step sees 0. The schedules of {@link
 * Schedules} are records and compare by their numbers; a lambda compares by identity.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_schedules.html">optax
 *     schedules</a>
 */
@FunctionalInterface
public interface Schedule {

  /**
   * {@return the value after {@code count} steps, a scalar}
   *
   * @param count steps taken, {@code i32[]}; a tracer under {@code jit}, so code must not branch on
   *     it
   */
  Array value(Array count);
}
