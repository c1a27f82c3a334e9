package io.cambric.optax;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.optax.check.Hyperparameters;
import org.jspecify.annotations.Nullable;

/**
 * Exponential moving average of updates.
 *
 * <pre>
 *   e' = decay e + (1 - decay) g
 *   u  = e' / (1 - decay^t)   debiased, or e'
 * </pre>
 *
 * @param decay share of the average that stays after a step, in {@code [0, 1)}
 * @param debias whether to undo the pull of the zeros at the start
 * @param accumulatorDtype dtype in which the average is kept, or {@code null} for that of the
 *     parameters
 */
public record Ema(double decay, boolean debias, @Nullable DType accumulatorDtype)
    implements Stateful<Ema.State> {

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

  /** An average in the dtype of the parameters. */
  public Ema(double decay, boolean debias) {
    this(decay, debias, null);
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
