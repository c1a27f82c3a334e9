package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
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
 * AdaBelief's rescaling of updates, by the distance of gradients from their average.
 *
 * <pre>
 *   mu' = b1 mu + (1 - b1) g                        mu^ = mu' / (1 - b1^t)
 *   nu' = b2 nu + (1 - b2) (g - mu')^2 + eps_root   nu^ = nu' / (1 - b2^t)
 *   u   = mu^ / (sqrt(nu^) + eps)
 * </pre>
 *
 * <p>Nesterov's look ahead replaces {@code mu^} as in {@link ScaleByAdam}.
 *
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added to the second moment in each step, so it accumulates
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/2010.07468">Zhuang et al., 2020</a>
 */
@Withers
public record ScaleByBelief(Scalar b1, Scalar b2, Scalar eps, Scalar epsRoot, boolean nesterov)
    implements Stateful<ScaleByBelief.State>, ScaleByBeliefWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the first moment, a tree like the parameters
   * @param nu the average of squared distances from the first moment, likewise
   */
  @PyTree
  public record State(Array count, Object mu, Object nu) implements OptState {}

  public ScaleByBelief {
    Hyperparameters.requireMoments("scale_by_belief", b1, b2, eps, epsRoot);
  }

  /** The values of the paper: decays 0.9 and 0.999, both eps 1e-16. */
  public ScaleByBelief() {
    this(Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-16), Scalar.of(1e-16), false);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Counts.zero(), Leaves.zerosLike(params, null), Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var mu = Moments.first(updates, state.mu, b1);
    var errors = Leaves.map(updates, mu, Array::sub);
    var nu = Leaves.map(Moments.second(errors, state.nu, b2), epsRoot::plus);
    var count = Counts.increment(state.count);
    var mean =
        nesterov ? Moments.lookAhead(updates, mu, b1, count) : Moments.unbiased(mu, b1, count);
    var scaled =
        Leaves.map(mean, Moments.unbiased(nu, b2, count), (m, v) -> m.div(eps.plus(v.sqrt())));
    return new Updated<>(scaled, new State(count, mu, nu));
  }
}
