package io.cambric.optax;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.optax.check.Hyperparameters;
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
 * @param muDtype dtype in which the first moment is kept, or {@code null} for that of the
 *     parameters
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/1412.6980">Kingma and Ba, 2014</a>
 * @see <a href="https://openreview.net/forum?id=OM0jvwB8jIp57ZJjtNEZ">Dozat, 2016</a>, for
 *     Nesterov's
 */
public record ScaleByAdam(
    double b1, double b2, double eps, double epsRoot, @Nullable DType muDtype, boolean nesterov)
    implements Stateful<ScaleByAdam.State> {

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
    Hyperparameters.requireDecay("scale_by_adam", "b1", b1);
    Hyperparameters.requireDecay("scale_by_adam", "b2", b2);
    Hyperparameters.requireNotNegative("scale_by_adam", "eps", eps, "1e-8 is usual.");
    Hyperparameters.requireNotNegative("scale_by_adam", "eps_root", epsRoot, "0 is usual.");
  }

  /** The numbers of the paper: decays 0.9 and 0.999, eps 1e-8. */
  public ScaleByAdam() {
    this(0.9, 0.999, 1e-8, 0, null, false);
  }

  /** {@return this with another decay of the first moment} */
  public ScaleByAdam withB1(double b1) {
    return new ScaleByAdam(b1, b2, eps, epsRoot, muDtype, nesterov);
  }

  /** {@return this with another decay of the second moment} */
  public ScaleByAdam withB2(double b2) {
    return new ScaleByAdam(b1, b2, eps, epsRoot, muDtype, nesterov);
  }

  /** {@return this with another number outside the square root} */
  public ScaleByAdam withEps(double eps) {
    return new ScaleByAdam(b1, b2, eps, epsRoot, muDtype, nesterov);
  }

  /** {@return this with another number inside the square root} */
  public ScaleByAdam withEpsRoot(double epsRoot) {
    return new ScaleByAdam(b1, b2, eps, epsRoot, muDtype, nesterov);
  }

  /** {@return this with the first moment kept in another dtype} */
  public ScaleByAdam withMuDtype(@Nullable DType muDtype) {
    return new ScaleByAdam(b1, b2, eps, epsRoot, muDtype, nesterov);
  }

  /** {@return this with or without Nesterov's look ahead} */
  public ScaleByAdam withNesterov(boolean nesterov) {
    return new ScaleByAdam(b1, b2, eps, epsRoot, muDtype, nesterov);
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
    var mean = nesterov ? lookAhead(updates, mu, count) : Moments.unbiased(mu, b1, count);
    var scaled =
        Leaves.map(
            mean, Moments.unbiased(nu, b2, count), (m, v) -> m.div(v.add(epsRoot).sqrt().add(eps)));
    return new Updated<>(scaled, new State(count, Leaves.cast(mu, muDtype), nu));
  }

  private <P> P lookAhead(P updates, P mu, Array count) {
    return Leaves.map(
        Moments.unbiased(mu, b1, Counts.increment(count)),
        Moments.unbiased(updates, b1, count),
        (m, g) -> m.mul(b1).add(g.mul(1 - b1)));
  }
}
