package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
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
 * AMSGrad's rescaling of updates: that of Adam, with the largest second moment so far.
 *
 * <pre>
 *   mu'     = b1 mu + (1 - b1) g       mu^ = mu' / (1 - b1^t)
 *   nu'     = b2 nu + (1 - b2) g^2     nu^ = nu' / (1 - b2^t)
 *   nu_max' = max(nu_max, nu^)
 *   u       = mu^ / (sqrt(nu_max' + eps_root) + eps)
 * </pre>
 *
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param muDtype dtype in which the first moment is kept, or {@code null} for the dtype of the
 *     parameters
 * @param biasCorrectionMu whether to correct the bias of the first moment; the paper does not
 * @param biasCorrectionNu whether to correct the bias of the second moment before the maximum; the
 *     paper does not
 * @see <a href="https://openreview.net/forum?id=ryQu7f-RZ">Reddi et al., 2018</a>
 */
@Withers
public record ScaleByAmsgrad(
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    @Nullable DType muDtype,
    boolean biasCorrectionMu,
    boolean biasCorrectionNu)
    implements Stateful<ScaleByAmsgrad.State>, ScaleByAmsgradWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the first moment, a tree like the parameters
   * @param nu the second moment, likewise
   * @param nuMax the largest second moment so far, likewise
   */
  @PyTree
  public record State(Array count, Object mu, Object nu, Object nuMax) implements OptState {}

  public ScaleByAmsgrad {
    Hyperparameters.requireMoments("scale_by_amsgrad", b1, b2, eps, epsRoot);
  }

  /** The defaults of Adam: decays 0.9 and 0.999, eps 1e-8. Both moments are corrected. */
  public ScaleByAmsgrad() {
    this(Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-8), Scalar.of(0), null, true, true);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(),
        Leaves.zerosLike(params, muDtype),
        Leaves.zerosLike(params, null),
        Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var mu = Moments.first(updates, state.mu, b1);
    var nu = Moments.second(updates, state.nu, b2);
    var count = Counts.increment(state.count);
    var mean = biasCorrectionMu ? Moments.unbiased(mu, b1, count) : mu;
    var squares = biasCorrectionNu ? Moments.unbiased(nu, b2, count) : nu;
    var nuMax = Leaves.map(squares, state.nuMax, Numpy::maximum);
    var scaled = Leaves.map(mean, nuMax, (m, v) -> m.div(eps.plus(epsRoot.plus(v).sqrt())));
    return new Updated<>(scaled, new State(count, Leaves.cast(mu, muDtype), nu, nuMax));
  }
}
