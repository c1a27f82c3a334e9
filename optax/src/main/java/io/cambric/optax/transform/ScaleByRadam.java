package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
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
 * Rectified Adam's rescaling of updates, by the second moment only once its variance is known.
 *
 * <pre>
 *   rho_inf = 2 / (1 - b2) - 1
 *   rho     = rho_inf - 2 t b2^t / (1 - b2^t)
 *   r       = sqrt((rho - 4) (rho - 2) rho_inf / ((rho_inf - 4) (rho_inf - 2) rho))
 *   u       = r mu^ / (sqrt(nu^ + eps_root) + eps)   if rho &gt;= threshold
 *   u       = mu^                                    else
 * </pre>
 *
 * <p>The moments {@code mu^} and {@code nu^} are the same as in {@link ScaleByAdam}, including its
 * look ahead.
 *
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param threshold smallest length of the average, {@code rho}, at which the variance counts as
 *     known; below 4 the factor {@code r} may be NaN
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/1908.03265">Liu et al., 2019</a>
 */
@Withers
public record ScaleByRadam(
    Scalar b1, Scalar b2, Scalar eps, Scalar epsRoot, Scalar threshold, boolean nesterov)
    implements Stateful<ScaleByRadam.State>, ScaleByRadamWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the first moment, a tree like the parameters
   * @param nu the second moment, likewise
   */
  @PyTree
  public record State(Array count, Object mu, Object nu) implements OptState {}

  public ScaleByRadam {
    require("scale_by_radam", b1, b2, eps, epsRoot, threshold);
  }

  /** The defaults of Optax: decays 0.9 and 0.999, eps 1e-8, a threshold of 5. */
  public ScaleByRadam() {
    this(Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-8), Scalar.of(0), Scalar.of(5), false);
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(
      String where, Scalar b1, Scalar b2, Scalar eps, Scalar epsRoot, Scalar threshold) {
    Hyperparameters.requireMoments(where, b1, b2, eps, epsRoot);
    Hyperparameters.requireFinite(where, "threshold", threshold);
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
    var mu = Moments.first(updates, state.mu, b1);
    var nu = Moments.second(updates, state.nu, b2);
    var count = Counts.increment(state.count);
    var mean =
        nesterov ? Moments.lookAhead(updates, mu, b1, count) : Moments.unbiased(mu, b1, count);
    var longest = Scalar.of(2).over(b2.complement()).minus(Scalar.of(1));
    var length = length(longest, count);
    var known = length.ge(threshold.array());
    var factor = rectification(longest, length);
    var scaled =
        Leaves.map(
            mean,
            Moments.unbiased(nu, b2, count),
            (m, v) -> {
              var root = eps.plus(epsRoot.plus(v).sqrt());
              return Numpy.where(known, factor.astype(m.dtype()).mul(m).div(root), m);
            });
    return new Updated<>(scaled, new State(count, mu, nu));
  }

  private Array length(Scalar longest, Array count) {
    var power = b2.array().pow(count);
    var rest = NdArray.weakScalar(1.0).sub(power);
    return longest.array().sub(count.mul(2).mul(power).div(rest));
  }

  private static Array rectification(Scalar longest, Array length) {
    var above = longest.minus(Scalar.of(4)).times(longest.minus(Scalar.of(2)));
    return longest.times(length.sub(4).mul(length.sub(2))).div(above.times(length)).sqrt();
  }
}
