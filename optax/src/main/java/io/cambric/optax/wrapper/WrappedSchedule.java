package io.cambric.optax.wrapper;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.StatefulSchedule;
import io.cambric.optax.schedule.Schedule;

/**
 * A schedule with the count of steps as its state.
 *
 * @param scheduleFn from the count to the value
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_schedules.html">
 *     optax.schedules.WrappedSchedule</a>
 */
public record WrappedSchedule(Schedule scheduleFn)
    implements StatefulSchedule<WrappedSchedule.State> {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   */
  @PyTree
  public record State(Array count) implements OptState {}

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State init() {
    return new State(Counts.zero());
  }

  @Override
  public State update(State state, Extras<?> extras) {
    return new State(Counts.increment(state.count));
  }

  @Override
  public Array value(State state, Extras<?> extras) {
    return scheduleFn.value(state.count);
  }
}
