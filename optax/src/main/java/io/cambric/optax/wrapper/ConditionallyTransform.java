package io.cambric.optax.wrapper;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import org.jspecify.annotations.Nullable;

/**
 * A transformation of some steps; the updates of other steps pass unchanged.
 *
 * <p>The inner state changes in the transformed steps only.
 *
 * @param inner the transformation
 * @param shouldTransformFn the condition of a step
 * @see ConditionallyMask
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_wrappers.html">
 *     optax.conditionally_transform</a>
 */
public record ConditionallyTransform(GradientTransformation inner, Condition shouldTransformFn)
    implements Stateful<ConditionallyTransform.State> {

  /**
   * The state.
   *
   * @param innerState state of the transformation
   * @param step steps taken, {@code i32[]}
   */
  @PyTree
  public record State(OptState innerState, Array step) implements OptState {}

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(inner.init(params), Counts.zero());
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var updated =
        Choice.of(
            shouldTransformFn.holds(state.step, extras),
            () -> inner.update(updates, state.innerState, params, extras),
            () -> new Updated<>(updates, state.innerState));
    return new Updated<>(
        updated.updates(), new State(updated.state(), Counts.increment(state.step)));
  }
}
