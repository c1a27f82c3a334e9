package io.cambric.optax.aggregate;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.tree.OptaxTree;
import org.jspecify.annotations.Nullable;

/**
 * The mean of the updates of several microbatches.
 *
 * <pre>
 *   a' = a + (u - a) / micro_step
 * </pre>
 *
 * <p>Updates are zeros before the last microbatch; the last update is the mean.
 *
 * @param accumulationSteps the number of microbatches
 */
public record AccumulateAvgUpdates(int accumulationSteps)
    implements Stateful<AccumulateAvgUpdates.State> {

  /**
   * The state.
   *
   * @param microStep microbatches accumulated, {@code i32[]}
   * @param ready whether the last update was the mean, {@code bool[]}
   * @param avgGrad the mean so far
   */
  @PyTree
  public record State(Array microStep, Array ready, Object avgGrad) implements OptState {}

  public AccumulateAvgUpdates {
    AccumulationSteps.require("accumulate_avg_updates", accumulationSteps);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Counts.zero(), NdArray.scalar(DType.BOOL, 0), Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var microStep = Counts.increment(state.microStep);
    var average = Leaves.map(updates, state.avgGrad, (u, a) -> a.add(u.sub(a).div(microStep)));
    var zeros = Leaves.zerosLike(average, null);
    var isReady = microStep.eq(accumulationSteps);
    return new Updated<>(
        OptaxTree.where(isReady, average, zeros),
        new State(
            OptaxTree.where(isReady, Counts.zero(), microStep),
            isReady,
            OptaxTree.where(isReady, zeros, average)));
  }
}
