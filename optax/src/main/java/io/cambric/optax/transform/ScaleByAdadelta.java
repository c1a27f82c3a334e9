package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
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
 * Adadelta's rescaling of updates, by the root mean squares of past updates and past gradients.
 *
 * <pre>
 *   e_g' = rho e_g + (1 - rho) g^2
 *   u    = sqrt(e_x + eps) / sqrt(e_g' + eps) g
 *   e_x' = rho e_x + (1 - rho) u^2
 * </pre>
 *
 * @param rho decay of both averages, in {@code [0, 1)}
 * @param eps added inside both square roots; it sets the size of the first update
 * @see <a href="https://arxiv.org/abs/1212.5701">Zeiler, 2012</a>
 */
@Withers
public record ScaleByAdadelta(Scalar rho, Scalar eps)
    implements Stateful<ScaleByAdadelta.State>, ScaleByAdadeltaWith {

  /**
   * The state.
   *
   * @param eG average of squared gradients, a tree like the parameters
   * @param eX average of squared updates, likewise
   */
  @PyTree
  public record State(Object eG, Object eX) implements OptState {}

  public ScaleByAdadelta {
    require("scale_by_adadelta", rho, eps);
  }

  /** The defaults of Optax: a decay of 0.9, eps 1e-6. */
  public ScaleByAdadelta() {
    this(Scalar.of(0.9), Scalar.of(1e-6));
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(String where, Scalar rho, Scalar eps) {
    Hyperparameters.requireDecay(where, "rho", rho);
    Hyperparameters.requireNotNegative(where, "eps", eps, "1e-6 is usual.");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Leaves.zerosLike(params, null), Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var gradients = Moments.second(updates, state.eG, rho);
    var factors =
        Leaves.map(gradients, state.eX, (g, x) -> eps.plus(x).sqrt().div(eps.plus(g).sqrt()));
    var scaled = Leaves.map(factors, updates, Array::mul);
    return new Updated<>(scaled, new State(gradients, Moments.second(scaled, state.eX, rho)));
  }
}
