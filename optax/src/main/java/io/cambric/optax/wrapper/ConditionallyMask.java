package io.cambric.optax.wrapper;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import org.jspecify.annotations.Nullable;

/**
 * A transformation of some steps; the updates of other steps are zeros.
 *
 * <p>The inner state changes in the transformed steps only.
 *
 * @param inner the transformation
 * @param shouldTransformFn the condition of a step
 * @see ConditionallyTransform
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_wrappers.html">
 *     optax.conditionally_mask</a>
 */
public record ConditionallyMask(GradientTransformation inner, Condition shouldTransformFn)
    implements Stateful<ConditionallyMask.State> {

  /**
   * The state.
   *
   * @param step steps taken, {@code i32[]}
   * @param innerState state of the transformation
   */
  @PyTree
  public record State(Array step, OptState innerState) implements OptState {}

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Counts.zero(), inner.init(params));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var updated =
        Choice.of(
            shouldTransformFn.holds(state.step, extras),
            () -> inner.update(updates, state.innerState, params, extras),
            () -> new Updated<>(Leaves.map(updates, Leaves::zeros), state.innerState));
    return new Updated<>(
        updated.updates(), new State(Counts.increment(state.step), updated.state()));
  }
}
