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
 * Adamax's rescaling of updates: Adam's rescaling, with the infinity norm in place of the second
 * moment.
 *
 * <pre>
 *   mu' = b1 mu + (1 - b1) g       mu^ = mu' / (1 - b1^t)
 *   nu' = max(|g| + eps, b2 nu)
 *   u   = mu^ / nu'
 * </pre>
 *
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the infinity norm, in {@code [0, 1)}
 * @param eps added to the magnitude of gradients, so that the divisor is above 0
 * @see <a href="https://arxiv.org/abs/1412.6980">Kingma and Ba, 2014</a>, section 7.1
 */
@Withers
public record ScaleByAdamax(Scalar b1, Scalar b2, Scalar eps)
    implements Stateful<ScaleByAdamax.State>, ScaleByAdamaxWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the first moment, a tree like the parameters
   * @param nu the infinity norm, likewise
   */
  @PyTree
  public record State(Array count, Object mu, Object nu) implements OptState {}

  public ScaleByAdamax {
    require("scale_by_adamax", b1, b2, eps);
  }

  /** The defaults of Optax: decays 0.9 and 0.999, eps 1e-8. */
  public ScaleByAdamax() {
    this(Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-8));
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(String where, Scalar b1, Scalar b2, Scalar eps) {
    Hyperparameters.requireDecay(where, "b1", b1);
    Hyperparameters.requireDecay(where, "b2", b2);
    Hyperparameters.requireNotNegative(where, "eps", eps, "1e-8 is usual.");
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
    var count = Counts.increment(state.count);
    var mu = Moments.first(updates, state.mu, b1);
    var nu = Moments.infinity(updates, state.nu, b2, eps);
    return new Updated<>(
        Leaves.map(Moments.unbiased(mu, b1, count), nu, Array::div), new State(count, mu, nu));
  }
}
