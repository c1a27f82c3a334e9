package io.cambric.optax.aggregate;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Moments;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Moving averages of the mean and the variance of the gradients of single examples. Updates pass
 * unchanged.
 *
 * <pre>
 *   mean_ema' = (1 - decay) u + decay mean_ema
 *   variance_ema' = (1 - decay) sum_sq_diff / (sample_size - 1) + decay variance_ema
 * </pre>
 *
 * <p>The sum of squared differences and the number of examples are extra arguments, from {@link
 * PerElementMeanAndSumSqDiffGrads}.
 *
 * @param emaDecay fraction of the old averages that stays
 */
public record TrackPerElementMeanAndVarianceWithEma(Scalar emaDecay)
    implements Stateful<TrackPerElementMeanAndVarianceWithEma.State> {

  /**
   * The state.
   *
   * @param count updates so far, {@code i32[]}
   * @param emaDecay fraction of the old averages that stays
   * @param meanGradsEma the average of means
   * @param varianceGradsEma the average of variances
   */
  @PyTree
  public record State(Array count, Array emaDecay, Object meanGradsEma, Object varianceGradsEma)
      implements OptState {}

  public TrackPerElementMeanAndVarianceWithEma {
    Hyperparameters.requireDecay(
        "track_per_element_mean_and_variance_with_ema", "ema_decay", emaDecay);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(),
        emaDecay.array(),
        Leaves.zerosLike(params, null),
        Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var name = "track_per_element_mean_and_variance_with_ema";
    var sum = extras.require(PerElementMeanAndSumSqDiffGrads.SUM_SQ_DIFF_GRADS, name);
    var size = extras.require(PerElementMeanAndSumSqDiffGrads.SAMPLE_SIZE, name);
    var factor = Numpy.reciprocal(size.sub(1).astype(DType.F32));
    var variance = Leaves.map(sum, leaf -> leaf.mul(factor.astype(leaf.dtype())));
    return new Updated<>(
        updates,
        new State(
            Counts.increment(state.count),
            state.emaDecay,
            Moments.first(updates, state.meanGradsEma, emaDecay),
            Moments.first(variance, state.varianceGradsEma, emaDecay)));
  }
}
