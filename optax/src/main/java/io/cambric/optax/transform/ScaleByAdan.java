package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
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
 * Adan's rescaling of updates, by moments of gradients and of their differences.
 *
 * <pre>
 *   d  = g - g_previous, 0 in the first step
 *   m' = b1 m + (1 - b1) g
 *   v' = b2 v + (1 - b2) d
 *   n' = b3 n + (1 - b3) (g + (1 - b2) d)^2
 *   u  = (m^ + (1 - b2) v^) / (sqrt(n^ + eps_root) + eps)
 * </pre>
 *
 * <p>The moments {@code m^}, {@code v^} and {@code n^} are {@code m'}, {@code v'} and {@code n'}
 * without bias. The decays are 1 minus the decays of the paper.
 *
 * @param b1 decay of the average of gradients, in {@code [0, 1)}
 * @param b2 decay of the average of differences of gradients, in {@code [0, 1)}
 * @param b3 decay of the average of squares, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @see <a href="https://arxiv.org/abs/2208.06677">Xie et al., 2022</a>
 */
@Withers
public record ScaleByAdan(Scalar b1, Scalar b2, Scalar b3, Scalar eps, Scalar epsRoot)
    implements Stateful<ScaleByAdan.State>, ScaleByAdanWith {

  /**
   * The state.
   *
   * @param m the average of gradients, a tree like the parameters
   * @param v the average of differences, likewise
   * @param n the average of squares, likewise
   * @param g the gradients of the previous step, likewise
   * @param t steps taken, {@code i32[]}
   */
  @PyTree
  public record State(Object m, Object v, Object n, Object g, Array t) implements OptState {}

  public ScaleByAdan {
    require("scale_by_adan", b1, b2, b3, eps, epsRoot);
  }

  /** The values of the paper: decays 0.98, 0.92 and 0.99, eps 1e-8. */
  public ScaleByAdan() {
    this(Scalar.of(0.98), Scalar.of(0.92), Scalar.of(0.99), Scalar.of(1e-8), Scalar.of(0));
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(
      String where, Scalar b1, Scalar b2, Scalar b3, Scalar eps, Scalar epsRoot) {
    Hyperparameters.requireMoments(where, b1, b2, eps, epsRoot);
    Hyperparameters.requireDecay(where, "b3", b3);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Leaves.zerosLike(params, null),
        Leaves.zerosLike(params, null),
        Leaves.zerosLike(params, null),
        Leaves.zerosLike(params, null),
        Counts.zero());
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var first = state.t.eq(0);
    var differences =
        Leaves.map(updates, state.g, (g, before) -> Numpy.where(first, 0, g.sub(before)));
    var m = Moments.first(updates, state.m, b1);
    var v = Moments.first(differences, state.v, b2);
    var n = Moments.second(ahead(updates, differences), state.n, b3);
    var t = Counts.increment(state.t);
    var mean = ahead(Moments.unbiased(m, b1, t), Moments.unbiased(v, b2, t));
    var scaled =
        Leaves.map(
            mean,
            Moments.unbiased(n, b3, t),
            (x, square) -> x.div(eps.plus(epsRoot.plus(square).sqrt())));
    return new Updated<>(scaled, new State(m, v, n, updates, t));
  }

  /** {@return values plus the share 1 - b2 of their differences} */
  private <P> P ahead(P values, P differences) {
    return Leaves.map(values, differences, (x, d) -> x.add(b2.complement().times(d)));
  }
}
