package io.cambric.optax.schedule;

import io.cambric.core.Array;

/** The negative of another schedule, to descend along gradients. */
public record NegatedSchedule(Schedule schedule) implements Schedule {

  @Override
  public Array value(Array count) {
    return schedule.value(count).neg();
  }
}
