package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
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
 * ACProp's rescaling of updates, by the centred second moment of the previous step.
 *
 * <pre>
 *   nu^ = nu / (1 - b2^(t-1))               or 1 in the first step
 *   u   = g / (sqrt(nu^) + eps)
 *   nu' = b2 nu + (1 - b2) (g - mu)^2 + eps_root
 *   mu' = b1 mu + (1 - b1) g
 * </pre>
 *
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added to the second moment
 * @see <a href="https://arxiv.org/abs/2110.05454">Zhuang et al., 2021</a>
 */
@Withers
public record ScaleByAcprop(Scalar b1, Scalar b2, Scalar eps, Scalar epsRoot)
    implements Stateful<ScaleByAcprop.State>, ScaleByAcpropWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the first moment, a tree like the parameters
   * @param nu the centred second moment, likewise
   */
  @PyTree
  public record State(Array count, Object mu, Object nu) implements OptState {}

  public ScaleByAcprop {
    Hyperparameters.requireMoments("scale_by_acprop", b1, b2, eps, epsRoot);
  }

  /** The defaults of Optax: decays 0.9 and 0.999, eps and eps_root 1e-16. */
  public ScaleByAcprop() {
    this(Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-16), Scalar.of(1e-16));
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
    var errors = Leaves.map(updates, state.mu, Array::sub);
    var mu = Moments.first(updates, state.mu, b1);
    var nu = Leaves.map(Moments.second(errors, state.nu, b2), epsRoot::plus);
    var count = Counts.increment(state.count);
    // The first step has no second moment yet; a correction by count 0 would divide by 0.
    var initial = state.count.eq(0);
    var corrected = Moments.unbiased(state.nu, b2, Numpy.where(initial, count, state.count));
    var scaled =
        Leaves.map(
            updates,
            corrected,
            (g, v) -> g.div(eps.plus(Numpy.where(initial, Lax.fullLike(v, 1), v).sqrt())));
    return new Updated<>(scaled, new State(count, mu, nu));
  }
}
