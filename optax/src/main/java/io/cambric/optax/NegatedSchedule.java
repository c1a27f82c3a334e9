package io.cambric.optax;

import io.cambric.core.Array;

/** The negative of another schedule, to descend along gradients. */
record NegatedSchedule(Schedule schedule) implements Schedule {

  @Override
  public Array value(Array count) {
    return schedule.value(count).neg();
  }
}
