package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.lax.LaneSlices;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sharpness-aware minimisation: steps up the loss, then a step down with the gradient at the point
 * reached.
 *
 * <pre>
 *   p' = p - update of the adversary             in all steps of a period but the last
 *   p' = p0 + update of the optimiser by g(p)    in the last
 * </pre>
 *
 * <p>{@code p0} are the parameters at the beginning of a period. In opaque mode, one call runs all
 * steps of a period, and needs {@link Extras#withGradFn}. Neither optimiser receives extra
 * arguments.
 *
 * @param optimizer the optimiser
 * @param advOptimizer the adversary
 * @param syncPeriod steps in a period, at least 1
 * @param resetState whether the state of the adversary starts anew with each period
 * @param opaqueMode whether one call runs a whole period, as needed for models with batch
 *     statistics
 * @param batchAxisName axis over which adversarial gradients are averaged in opaque mode, or {@code
 *     null} for none
 * @see <a href="https://arxiv.org/abs/2010.01412">Foret et al., 2021</a>
 */
@Withers
public record Sam(
    GradientTransformation optimizer,
    GradientTransformation advOptimizer,
    int syncPeriod,
    boolean resetState,
    boolean opaqueMode,
    @Nullable String batchAxisName)
    implements Stateful<Sam.State>, SamWith {

  private static final String NAME = "sam";

  /**
   * The state.
   *
   * @param stepsSinceSync steps in this period, {@code i32[]}
   * @param optState state of the optimiser
   * @param advState state of the adversary
   * @param cache the parameters at the beginning of the period; {@code null} in opaque mode
   */
  @PyTree
  public record State(
      Array stepsSinceSync, OptState optState, OptState advState, @Nullable Object cache)
      implements OptState {}

  public Sam {
    Hyperparameters.requirePositive(
        NAME, "sync_period", syncPeriod, "It is the number of steps in a period.");
  }

  /**
   * Periods of two steps, not in opaque mode. Each period begins with a new state of the adversary.
   */
  public Sam(GradientTransformation optimizer, GradientTransformation advOptimizer) {
    this(optimizer, advOptimizer, 2, true, false, null);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(),
        optimizer.init(params),
        advOptimizer.init(params),
        opaqueMode ? null : params);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    P at = Hyperparameters.requireParams(NAME, params);
    return opaqueMode ? wholePeriod(updates, state, at, extras) : oneStep(updates, state, at);
  }

  @SuppressWarnings("unchecked") // the cache holds parameters
  private <P> Updated<P> oneStep(P updates, State state, P params) {
    P cache = (P) Objects.requireNonNull(state.cache);
    var first = state.stepsSinceSync.eq(0);
    var last = state.stepsSinceSync.eq(syncPeriod - 1);
    var up = advOptimizer.update(updates, state.advState, params, Extras.none());
    var down = optimizer.update(updates, state.optState, cache, Extras.none());
    var fromCache = Leaves.map(Leaves.map(cache, params, Array::sub), down.updates(), Array::add);
    var advAtEnd = resetState ? advOptimizer.init(params) : state.advState;
    return new Updated<>(
        Leaves.select(last, fromCache, Leaves.map(up.updates(), Array::neg)),
        new State(
            Counts.increment(state.stepsSinceSync).mod(syncPeriod),
            Leaves.select(last.not(), state.optState, down.state()),
            Leaves.select(last, advAtEnd, up.state()),
            Leaves.select(first, params, cache)));
  }

  private <P> Updated<P> wholePeriod(P updates, State state, P params, Extras<P> extras) {
    var gradFn = extras.requireGradFn(NAME);
    var at = params;
    var gradients = updates;
    var advState = state.advState;
    for (int i = 0; i < syncPeriod - 1; i++) {
      var up = advOptimizer.update(gradients, advState, at, Extras.none());
      advState = up.state();
      at = Leaves.map(at, up.updates(), (p, u) -> p.sub(u).astype(p.dtype()));
      gradients = gradFn.gradients(at, i);
      if (batchAxisName != null) {
        gradients = LaneSlices.pmean(gradients, batchAxisName);
      }
    }
    var down = optimizer.update(gradients, state.optState, params, Extras.none());
    return new Updated<>(
        down.updates(),
        new State(
            Counts.zero(), down.state(), resetState ? advOptimizer.init(params) : advState, null));
  }
}
