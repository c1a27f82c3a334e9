package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Moments;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Simplified AdEMAMix's rescaling of updates, with one sum of gradients instead of two averages.
 *
 * <pre>
 *   m' = g + b1 m
 *   n' = g^2 + b2 (n - g^2)        n^ = n' / (1 - b2^t)
 *   u  = (m' + alpha g) / (sqrt(n^ + eps_root) + eps)
 * </pre>
 *
 * @param b1 decay of the sum, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param alpha weight of the newest gradient
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @see <a href="https://arxiv.org/abs/2502.02431">Morwani et al., 2025</a>
 */
@Withers
public record ScaleBySimplifiedAdemamix(
    Scalar b1, Scalar b2, ScalarOrSchedule alpha, Scalar eps, Scalar epsRoot)
    implements Stateful<ScaleBySimplifiedAdemamix.State>, ScaleBySimplifiedAdemamixWith {

  /**
   * The state.
   *
   * @param t steps taken, {@code i32[]}
   * @param m the sum of gradients, a tree like the parameters
   * @param n the second moment, likewise
   */
  @PyTree
  public record State(Array t, Object m, Object n) implements OptState {}

  public ScaleBySimplifiedAdemamix {
    Hyperparameters.requireMoments("scale_by_simplified_ademamix", b1, b2, eps, epsRoot);
    alpha.requireFinite("scale_by_simplified_ademamix", "alpha");
  }

  /** The defaults of Optax: decays 0.99 and 0.95, a weight of 0, eps 1e-8. */
  public ScaleBySimplifiedAdemamix() {
    this(Scalar.of(0.99), Scalar.of(0.95), ScalarOrSchedule.of(0), Scalar.of(1e-8), Scalar.of(0));
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
    var weight = alpha.at(state.t);
    var m = Leaves.map(updates, state.m, (g, sum) -> g.add(b1.times(sum)));
    var squares = Leaves.map(updates, g -> g.mul(g));
    var n = Leaves.map(squares, state.n, (square, old) -> square.add(b2.times(old.sub(square))));
    var t = Counts.increment(state.t);
    var sum = Leaves.map(m, updates, (past, g) -> past.add(weight.times(g)));
    var scaled =
        Leaves.map(
            sum, Moments.unbiased(n, b2, t), (x, v) -> x.div(eps.plus(epsRoot.plus(v).sqrt())));
    return new Updated<>(scaled, new State(t, m, n));
  }
}
