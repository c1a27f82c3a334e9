package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.transform.function.Fn;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A measurement of updates, kept in the state. Updates pass unchanged.
 *
 * <p>Before the first step, the parameters are measured.
 *
 * @param measureName name of the measurement in the state
 * @param measure from updates to a tree of arrays
 */
public record Snapshot(String measureName, Fn<Object, ?> measure)
    implements Stateful<Snapshot.State> {

  /**
   * The state.
   *
   * @param measurement measurements by name
   */
  @PyTree
  public record State(Map<String, Object> measurement) implements OptState {}

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Map.of(measureName, measure.apply(params)));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    return new Updated<>(updates, initial(updates));
  }
}
