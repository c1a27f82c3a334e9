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
 * Adam's rescaling of updates, by bias-corrected estimates of their first and second moments.
 *
 * <pre>
 *   mu' = b1 mu + (1 - b1) g       mu^ = mu' / (1 - b1^t)
 *   nu' = b2 nu + (1 - b2) g^2     nu^ = nu' / (1 - b2^t)
 *   u   = mu^ / (sqrt(nu^ + eps_root) + eps)
 * </pre>
 *
 * <p>With Nesterov's look ahead {@code mu^ = b1 mu' / (1 - b1^(t+1)) + (1 - b1) g / (1 - b1^t)}.
 *
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root, as in Algorithm 1 of the paper
 * @param epsRoot added inside the square root, so that gradients through the update stay finite
 * @param muDtype dtype in which the first moment is kept, or {@code null} for the dtype of the
 *     parameters
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/1412.6980">Kingma and Ba, 2014</a>
 * @see <a href="https://openreview.net/forum?id=OM0jvwB8jIp57ZJjtNEZ">Dozat, 2016</a>, for
 *     Nesterov's
 */
@Withers
public record ScaleByAdam(
    Scalar b1, Scalar b2, Scalar eps, Scalar epsRoot, @Nullable DType muDtype, boolean nesterov)
    implements Stateful<ScaleByAdam.State>, ScaleByAdamWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the first moment, a tree like the parameters
   * @param nu the second moment, likewise
   */
  @PyTree
  public record State(Array count, Object mu, Object nu) implements OptState {}

  public ScaleByAdam {
    Hyperparameters.requireMoments("scale_by_adam", b1, b2, eps, epsRoot);
  }

  /** The values of the paper: decays 0.9 and 0.999, eps 1e-8. */
  public ScaleByAdam() {
    this(Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-8), Scalar.of(0), null, false);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(), Leaves.zerosLike(params, muDtype), Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var mu = Moments.first(updates, state.mu, b1);
    var nu = Moments.second(updates, state.nu, b2);
    var count = Counts.increment(state.count);
    var mean =
        nesterov ? Moments.lookAhead(updates, mu, b1, count) : Moments.unbiased(mu, b1, count);
    var scaled =
        Leaves.map(
            mean,
            Moments.unbiased(nu, b2, count),
            (m, v) -> m.div(eps.plus(epsRoot.plus(v).sqrt())));
    return new Updated<>(scaled, new State(count, Leaves.cast(mu, muDtype), nu));
  }
}
