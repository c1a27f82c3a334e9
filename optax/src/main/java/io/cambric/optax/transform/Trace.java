package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Momentum: a decaying sum of past updates.
 *
 * <pre>
 *   t' = g + decay t
 *   u  = t'              or, with Nesterov's look ahead, g + decay t'
 * </pre>
 *
 * <p>The trace is not an average: with a constant gradient, it grows to {@code g / (1 - decay)}.
 *
 * @param decay fraction of the trace that stays after a step, in {@code [0, 1]}
 * @param nesterov whether to look one step ahead
 * @param accumulatorDtype dtype in which the trace is kept, or {@code null} for the dtype of the
 *     parameters
 * @see <a href="https://proceedings.mlr.press/v28/sutskever13.html">Sutskever et al., 2013</a>
 */
@Withers
public record Trace(Scalar decay, boolean nesterov, @Nullable DType accumulatorDtype)
    implements Stateful<Trace.State>, TraceWith {

  /**
   * The state.
   *
   * @param trace the decaying sum, a tree like the parameters
   */
  @PyTree
  public record State(Object trace) implements OptState {}

  public Trace {
    Hyperparameters.requireUnitInterval("trace", "decay", decay);
  }

  /** A trace in the dtype of the parameters, without a look ahead. */
  public Trace(Scalar decay) {
    this(decay, false, null);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Leaves.zerosLike(params, accumulatorDtype));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var trace = accumulate(updates, state.trace);
    return new Updated<>(
        nesterov ? accumulate(updates, trace) : trace,
        new State(Leaves.cast(trace, accumulatorDtype)));
  }

  private <P> P accumulate(P updates, Object trace) {
    return Leaves.map(updates, trace, (update, sum) -> update.add(decay.times(sum)));
  }
}
