package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * Scaling by a schedule: multiplies updates by its value. The count is the number of previous
 * steps, 0 in the first step.
 *
 * @param stepSize the factor at each count; negative to descend
 */
public record ScaleBySchedule(Schedule stepSize) implements Stateful<ScaleBySchedule.State> {

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
  public State initial(Object params) {
    return new State(Counts.zero());
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var factor = stepSize.value(state.count);
    return new Updated<>(
        Leaves.map(updates, update -> update.mul(factor.astype(update.dtype()))),
        new State(Counts.increment(state.count)));
  }
}
