package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * COCOB's updates, which bet on the sign of each coordinate of the gradient, without a learning
 * rate.
 *
 * <pre>
 *   L' = max(L, |g|)     G' = G + |g|     R' = max(R - g (p - p0), 0)     C' = C - g
 *   u  = -p + p0 + C' / (L' max(G' + L', alpha L')) (L' + R')
 * </pre>
 *
 * @param alpha the least divisor of a bet, in units of the scale; a larger value makes first steps
 *     smaller
 * @param eps the initial scale of gradients, above 0
 * @see <a href="https://arxiv.org/abs/1705.07795">Orabona and Tommasi, 2017</a>
 */
@Withers
public record ScaleByCocob(Scalar alpha, Scalar eps)
    implements Stateful<ScaleByCocob.State>, ScaleByCocobWith {

  /**
   * The state; each component is a tree like the parameters.
   *
   * @param initParticles p0, the initial parameters
   * @param cumulativeGradients C, the sum of negative gradients
   * @param scale L, the largest absolute gradient
   * @param subgradients G, the sum of absolute gradients
   * @param reward R, the gains of all bets
   */
  @PyTree
  public record State(
      Object initParticles,
      Object cumulativeGradients,
      Object scale,
      Object subgradients,
      Object reward)
      implements OptState {}

  public ScaleByCocob {
    require("scale_by_cocob", alpha, eps);
  }

  /** The defaults of Optax: an alpha of 100 and a first scale of 1e-8. */
  public ScaleByCocob() {
    this(Scalar.of(100), Scalar.of(1e-8));
  }

  static void require(String where, Scalar alpha, Scalar eps) {
    Hyperparameters.requireNotNegative(where, "alpha", alpha, "100 is usual.");
    Hyperparameters.requirePositive(where, "eps", eps, "Bets are divided by it.");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var zeros = Leaves.zerosLike(params, null);
    var scale = Leaves.map(zeros, eps::plus);
    return new State(params, zeros, scale, zeros, zeros);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("scale_by_cocob", params);
    var scale = Leaves.map(state.scale, updates, (most, g) -> Numpy.maximum(most, g.abs()));
    var subgradients = Leaves.map(state.subgradients, updates, (sum, g) -> sum.add(g.abs()));
    var moved = Leaves.map(weights, state.initParticles, Array::sub);
    var reward =
        Leaves.map(
            state.reward,
            Leaves.map(updates, moved, Array::mul),
            (won, lost) -> Numpy.maximum(won.sub(lost), 0));
    var gradients = Leaves.map(state.cumulativeGradients, updates, Array::sub);
    var bound =
        Leaves.map(
            subgradients, scale, (sum, most) -> Numpy.maximum(sum.add(most), alpha.times(most)));
    var shares = Leaves.map(gradients, Leaves.map(scale, bound, Array::mul), Array::div);
    var bets = Leaves.map(shares, Leaves.map(scale, reward, Array::add), Array::mul);
    var next = Leaves.map(state.initParticles, bets, Array::add);
    return new Updated<>(
        Leaves.map(weights, next, (p, q) -> p.neg().add(q)),
        new State(state.initParticles, gradients, scale, subgradients, reward));
  }
}
