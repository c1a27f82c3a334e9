package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
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
 * Exponential moving average of updates.
 *
 * <pre>
 *   e' = decay e + (1 - decay) g
 *   u  = e' / (1 - decay^t)   debiased, or e'
 * </pre>
 *
 * @param decay fraction of the average that stays after a step, in {@code [0, 1)}
 * @param debias whether to correct the bias of the initial zeros
 * @param accumulatorDtype dtype in which the average is kept, or {@code null} for the dtype of the
 *     parameters
 */
@Withers
public record Ema(Scalar decay, boolean debias, @Nullable DType accumulatorDtype)
    implements Stateful<Ema.State>, EmaWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param ema the average, not debiased, a tree like the parameters
   */
  @PyTree
  public record State(Array count, Object ema) implements OptState {}

  public Ema {
    Hyperparameters.requireDecay("ema", "decay", decay);
  }

  /** A debiased average in the dtype of the parameters. */
  public Ema(Scalar decay) {
    this(decay, true, null);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Counts.zero(), Leaves.zerosLike(params, accumulatorDtype));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var ema = Moments.first(updates, state.ema, decay);
    var count = Counts.increment(state.count);
    return new Updated<>(
        debias ? Moments.unbiased(ema, decay, count) : ema,
        new State(count, Leaves.cast(ema, accumulatorDtype)));
  }
}
