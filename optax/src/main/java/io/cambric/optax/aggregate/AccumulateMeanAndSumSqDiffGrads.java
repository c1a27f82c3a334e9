package io.cambric.optax.aggregate;

import io.cambric.annotations.PyTree;
import io.cambric.array.Axes;
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
 * The statistics of {@link PerElementMeanAndSumSqDiffGrads} over several microbatches.
 *
 * <pre>
 *   d = batch_mean - mean          n = examples of a microbatch
 *   mean' = mean + d / micro_step
 *   sum'  = sum + batch_sum + d^2 (micro_step - 1) n / micro_step
 * </pre>
 *
 * <p>Updates are zeros before the last microbatch; the last update is the mean.
 *
 * @param perEltAxis the axes of examples
 * @param accumulationSteps the number of microbatches
 * @see <a href="https://en.wikipedia.org/wiki/Algorithms_for_calculating_variance">Chan et al.,
 *     1979</a>
 */
public record AccumulateMeanAndSumSqDiffGrads(Axes perEltAxis, int accumulationSteps)
    implements Stateful<AccumulateMeanAndSumSqDiffGrads.State>, Aggregator {

  /**
   * The state.
   *
   * @param microStep microbatches accumulated, {@code i32[]}
   * @param ready whether the last update was the mean, {@code bool[]}
   * @param meanGrads the mean so far
   * @param sumSqDiffGrads the sum of squared differences so far
   */
  @PyTree
  public record State(Array microStep, Array ready, Object meanGrads, Object sumSqDiffGrads)
      implements OptState {}

  public AccumulateMeanAndSumSqDiffGrads {
    AccumulationSteps.require("get_per_element_mean_and_sum_sq_diff_grads", accumulationSteps);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(),
        NdArray.scalar(DType.BOOL, 0),
        Leaves.zerosLike(params, null),
        Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var aggregated = accumulated(updates, state, extras);
    return new Updated<>(aggregated.updates(), aggregated.state());
  }

  @Override
  public <P> Aggregated<P> aggregate(
      P updates, OptState state, @Nullable P params, Extras<P> extras) {
    return accumulated(updates, requireState(state), extras);
  }

  private <P> Aggregated<P> accumulated(P updates, State state, Extras<P> extras) {
    int batch = ExampleStatistics.count(updates, perEltAxis);
    var microStep = Counts.increment(state.microStep);
    var delta =
        Leaves.map(ExampleStatistics.mean(updates, perEltAxis), state.meanGrads, Array::sub);
    var mean = Leaves.map(delta, state.meanGrads, (d, a) -> a.add(d.div(microStep)));
    var factor = state.microStep.mul(batch).div(microStep);
    var batchSum = ExampleStatistics.sumSqDiff(updates, perEltAxis);
    var sum =
        Leaves.map(
            Leaves.map(batchSum, state.sumSqDiffGrads, Array::add),
            delta,
            (s, d) -> s.add(d.square().mul(factor)));
    var zeros = Leaves.zerosLike(mean, null);
    var isReady = microStep.eq(accumulationSteps);
    var next =
        new State(
            OptaxTree.where(isReady, Counts.zero(), microStep),
            isReady,
            OptaxTree.where(isReady, zeros, mean),
            OptaxTree.where(isReady, zeros, sum));
    return new Aggregated<>(
        OptaxTree.where(isReady, mean, zeros),
        next,
        extras
            .with(PerElementMeanAndSumSqDiffGrads.SUM_SQ_DIFF_GRADS, sum)
            .with(PerElementMeanAndSumSqDiffGrads.SAMPLE_SIZE, microStep.mul(batch)));
  }
}
