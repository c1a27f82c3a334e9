package io.cambric.optax.wrapper;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Lookahead: a fast optimiser with parameters that return to a slow copy after each period.
 *
 * <pre>
 *   fast' = fast + u
 *   slow' = slow + slowStepSize (fast' - slow), and then fast' = slow', at the end of a period
 * </pre>
 *
 * <p>Parameters are {@link LookaheadParams}. The gradient is taken at the fast parameters. It is a
 * tree like these, or {@link LookaheadParams}, of which only the fast component counts. Updates
 * must be applied unchanged. The fast optimiser receives no extra arguments.
 *
 * {@snippet :
 * var tx = lookahead(sgd(0.1), 5, 0.5);
 * var params = LookaheadParams.initSynced(start);
 * var grads = grad((LookaheadParams<Net> p) -> loss(p.fast())).apply(params);
 * var step = tx.update(grads, state, params);
 * }
 *
 * @param fastOptimizer the fast optimiser
 * @param syncPeriod number of steps in a period, at least 1
 * @param slowStepSize the fraction of the distance that slow parameters move towards fast ones
 * @param resetState whether the state of the fast optimiser starts anew with each period
 * @see <a href="https://arxiv.org/abs/1907.08610">Zhang et al., 2019</a>
 */
@Withers
public record Lookahead(
    GradientTransformation fastOptimizer, int syncPeriod, Scalar slowStepSize, boolean resetState)
    implements Stateful<Lookahead.State>, LookaheadWith {

  /**
   * The state.
   *
   * @param fastState state of the fast optimiser
   * @param stepsSinceSync steps in this period, {@code i32[]}
   */
  @PyTree
  public record State(OptState fastState, Array stepsSinceSync) implements OptState {}

  public Lookahead {
    Hyperparameters.requirePositive(
        "lookahead", "sync_period", syncPeriod, "It is the number of steps in a period.");
    Hyperparameters.requireFinite("lookahead", "slow_step_size", slowStepSize);
  }

  /** The state of the fast optimiser is not reset. */
  public Lookahead(GradientTransformation fastOptimizer, int syncPeriod, Scalar slowStepSize) {
    this(fastOptimizer, syncPeriod, slowStepSize, false);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  /** {@return the state for lookahead parameters, or for fast parameters alone} */
  @Override
  public State initial(Object params) {
    return new State(fastOptimizer.init(fast(params)), Counts.zero());
  }

  @Override
  @SuppressWarnings("unchecked") // updates are structured like the parameters
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    P given = Hyperparameters.requireParams("lookahead", params);
    if (!(given instanceof LookaheadParams<?>(var fast, var slow))) {
      throw new TreeStructureException(
          "lookahead needs parameters of the class LookaheadParams, but got %s. Begin with LookaheadParams.initSynced(params)."
              .formatted(given.getClass().getName()));
    }
    var updated = fastOptimizer.update(fast(updates), state.fastState, fast, Extras.none());
    var sync = state.stepsSinceSync.eq(syncPeriod - 1);
    var moved = Leaves.map(fast, updated.updates(), Array::add);
    var way = Leaves.map(moved, slow, Array::sub);
    var slowUpdates = whereSynced(sync, Leaves.map(way, slowStepSize::times));
    var back = whereSynced(sync, Leaves.map(way, slowStepSize.complement()::times));
    var fastUpdates = Leaves.map(updated.updates(), back, Array::sub);
    var next =
        resetState
            ? Leaves.select(sync.not(), updated.state(), fastOptimizer.init(fast))
            : updated.state();
    return new Updated<>(
        (P) new LookaheadParams<>(fastUpdates, slowUpdates),
        new State(next, Counts.increment(state.stepsSinceSync).mod(syncPeriod)));
  }

  private static Object whereSynced(Array sync, Object tree) {
    return Leaves.map(tree, leaf -> Numpy.where(sync, leaf, Leaves.zeros(leaf)));
  }

  private static Object fast(Object tree) {
    return tree instanceof LookaheadParams<?> both ? both.fast() : tree;
  }
}
