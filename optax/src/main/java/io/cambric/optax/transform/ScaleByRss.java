package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.lax.Lax;
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
 * Adagrad's rescaling of updates, by the root of the sum of all their squares so far.
 *
 * <pre>
 *   s' = s + g^2
 *   u  = g / sqrt(s' + eps)    where s' &gt; 0, else 0
 * </pre>
 *
 * @param initialAccumulatorValue the sum before the first step, not negative
 * @param eps added inside the square root
 * @see <a href="https://jmlr.org/papers/v12/duchi11a.html">Duchi et al., 2011</a>
 */
@Withers
public record ScaleByRss(Scalar initialAccumulatorValue, Scalar eps)
    implements Stateful<ScaleByRss.State>, ScaleByRssWith {

  /**
   * The state.
   *
   * @param sumOfSquares of all updates so far, a tree like the parameters
   */
  @PyTree
  public record State(Object sumOfSquares) implements OptState {}

  public ScaleByRss {
    require("scale_by_rss", initialAccumulatorValue, eps);
  }

  /** The defaults of Optax: a sum of 0.1 at the start, eps 1e-7. */
  public ScaleByRss() {
    this(Scalar.of(0.1), Scalar.of(1e-7));
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(String where, Scalar initialAccumulatorValue, Scalar eps) {
    Hyperparameters.requireNotNegative(
        where, "initial_accumulator_value", initialAccumulatorValue, "0.1 is usual.");
    Hyperparameters.requireNotNegative(where, "eps", eps, "1e-7 is usual.");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Leaves.fullLike(params, initialAccumulatorValue));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var sums = Leaves.map(updates, state.sumOfSquares, (g, s) -> g.square().add(s));
    var scaled =
        Leaves.map(sums, updates, (s, g) -> Numpy.where(s.gt(0), Lax.rsqrt(eps.plus(s)), 0).mul(g));
    return new Updated<>(scaled, new State(sums));
  }
}
