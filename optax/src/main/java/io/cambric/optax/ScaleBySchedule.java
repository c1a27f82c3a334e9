package io.cambric.optax;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * Multiplies updates by the value of a schedule, which sees the number of steps taken before this
 * one: 0 in the first step.
 *
 * @param stepSize the factor at each count; negative to descend
 */
public record ScaleBySchedule(Schedule stepSize)
    implements GradientTransformation<ScaleBySchedule.State> {

  /**
   * What is remembered.
   *
   * @param count steps taken, {@code i32[]}
   */
  @PyTree
  public record State(Array count) {}

  @Override
  public State init(Object params) {
    return new State(Counts.zero());
  }

  @Override
  public <P> Updated<P, State> update(P updates, State state, @Nullable P params) {
    var factor = stepSize.value(state.count);
    return new Updated<>(
        Leaves.map(updates, update -> update.mul(factor.astype(update.dtype()))),
        new State(Counts.increment(state.count)));
  }
}
