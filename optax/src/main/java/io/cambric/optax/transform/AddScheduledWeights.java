package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * Weight decay by a schedule: {@link AddDecayedWeights} with a decay that changes from step to
 * step.
 *
 * @param weightDecay the factor at each count, which is 0 in the first step
 */
public record AddScheduledWeights(Schedule weightDecay)
    implements Stateful<AddScheduledWeights.State> {

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
    var weights = Hyperparameters.requireParams("add_decayed_weights", params);
    var factor = weightDecay.value(state.count);
    return new Updated<>(
        Leaves.map(updates, weights, (g, p) -> g.add(factor.mul(p))),
        new State(Counts.increment(state.count)));
  }
}
