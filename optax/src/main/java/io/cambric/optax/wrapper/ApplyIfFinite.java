package io.cambric.optax.wrapper;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import org.jspecify.annotations.Nullable;

/**
 * A transformation that ignores updates with infinite elements or NaN.
 *
 * <p>An ignored step returns zeros and leaves the inner state unchanged. After too many consecutive
 * ones, such an update is applied nevertheless.
 *
 * @param inner the transformation
 * @param maxConsecutiveErrors the most consecutive steps that are ignored, not negative
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_wrappers.html">
 *     optax.apply_if_finite</a>
 */
public record ApplyIfFinite(GradientTransformation inner, int maxConsecutiveErrors)
    implements Stateful<ApplyIfFinite.State> {

  /**
   * The state.
   *
   * @param notfiniteCount number of last consecutive steps that were not finite, {@code i32[]}
   * @param lastFinite whether the last update was finite, {@code bool[]}
   * @param totalNotfinite number of all steps that were not finite, {@code i32[]}
   * @param innerState state of the transformation
   */
  @PyTree
  public record State(
      Array notfiniteCount, Array lastFinite, Array totalNotfinite, OptState innerState)
      implements OptState {}

  public ApplyIfFinite {
    Hyperparameters.requireNotNegative(
        "apply_if_finite",
        "max_consecutive_errors",
        maxConsecutiveErrors,
        "It is the number of steps in a row to ignore.");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Counts.zero(), Numpy.scalar(true), Counts.zero(), inner.init(params));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var finite = Leaves.areFinite(updates);
    var inARow = Numpy.where(finite, Counts.zero(), Counts.increment(state.notfiniteCount));
    var updated =
        Choice.of(
            finite.or(inARow.gt(maxConsecutiveErrors)),
            () -> inner.update(updates, state.innerState, params, extras),
            () -> new Updated<>(Leaves.map(updates, Leaves::zeros), state.innerState));
    return new Updated<>(
        updated.updates(),
        new State(
            inARow,
            finite,
            Numpy.where(finite, state.totalNotfinite, Counts.increment(state.totalNotfinite)),
            updated.state()));
  }
}
